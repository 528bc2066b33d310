import { randomBytes } from 'node:crypto'
import { authenticate, authenticateBody, getNonce } from 'latchkey/protocol'
import { createNonce, parseSiwxMessage, SiwxError, verifySiwxAll } from 'latchkey/siwx'
import * as v from 'valibot'
import type { Client } from 'viem'
import { createAskingClient } from '../outbound/askingClient.js'
import { post } from '../outbound/post.js'
import { type App, createApp } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { route } from '../shared/route.js'
import type { Settings } from '../shared/settings.js'
import { hashOf } from './AuthStore.js'
import { createProofCheck } from './checkProof.js'
import { openAuthStore } from './openAuthStore.js'
import { bindingOf, pageOf } from './pageOf.js'
import { routeSessions } from './routeSessions.js'
import { tokenOf } from './tokenOf.js'

export type Auth = { readonly app: App; close(): Promise<void> }

const minute = 60_000
/** Timeout for one question to a node, in milliseconds. */
const patience = 4_000
const refusal = 'The sign-in could not be verified.'

/**
 * Signs visitors in by a signed message (CAIP-122): issues nonces, verifies signatures and keeps sessions. The message
 * must name the calling page (`Origin`). A nonce and a session are valid only for the page and project that they were
 * issued to, and a session only with the key of the browser that signed in (RFC 9449).
 *
 * @param directory Where sessions are stored unless the settings name a database; without either they are lost when the
 *   process ends.
 */
export async function createAuth(context: Context, directory: string | undefined): Promise<Auth> {
  const { settings, clock, log } = context
  const { databaseUrl } = settings
  const onTrouble = ({ message }: Error) => log.warn('auth.database', { reason: message })
  const store = await openAuthStore(
    { databaseUrl, directory, onTrouble, health: context.health },
    {
      now: () => clock.now(),
      nonceLifetime: 5 * minute,
      tokenLifetime: settings.authTokenSeconds * 1_000,
      sessionLifetime: settings.authSessionSeconds * 1_000,
    },
  )
  const checkProof = createProofCheck(context, store)
  const clients = clientsOf(settings)
  const app = createApp(context)
  app.use('/auth/v1/*', async (c, next) => {
    await next()
    // Answers hold tokens and addresses, so caches must not store them. `Date` lets a browser see that its clock is
    // off.
    c.header('cache-control', 'no-store')
    c.header('date', new Date(clock.now()).toUTCString())
  })

  route(app, getNonce, async (input) => {
    const nonce = createNonce()
    const token = randomBytes(32).toString('base64url')
    const binding = bindingOf(input.project, pageOf(input).origin)
    await store.nonces.add(nonce, `${binding} ${hashOf(token)}`)
    return { nonce, token }
  })

  route(app, authenticate, async (input) => {
    const { host, scheme, origin } = pageOf(input)
    const binding = bindingOf(input.project, origin)
    const body = v.safeParse(authenticateBody, input.body)
    if (!body.success)
      throw new HttpError('INVALID_BODY', { details: v.summarize(body.issues).slice(0, 300) })
    const key = await checkProof(input, authenticate)
    const { others = [], ...first } = body.output
    const signed = [first, ...others]
    const chainIds =
      settings.authChains.length > 0
        ? settings.authChains
        : signed.flatMap(({ message }) => parseSiwxMessage(message)?.chainId ?? [])
    try {
      if (chainIds.length === 0) throw new SiwxError('MESSAGE_INVALID')
      const verified = await verifySiwxAll({
        signed,
        expected: {
          domain: host,
          scheme,
          nonceStore: store.nonces,
          nonceBinding: `${binding} ${hashOf(tokenOf(input, 'x-nonce-jwt', 'Bearer') ?? '')}`,
          chainIds,
          maxAge: 10 * minute,
          now: clock.now(),
        },
        clients,
      })
      const sessions = verified.map(({ message: { address, chainId } }) => ({ address, chainId }))
      const opened = await store.open(sessions, { page: binding, key })
      const expiresIn = Math.min(settings.authTokenSeconds, settings.authSessionSeconds)
      const [pair, ...more] = opened.map((tokens) => ({ ...tokens, expiresIn }))
      if (pair === undefined) throw new SiwxError('MESSAGE_INVALID')
      return { ...pair, ...(more.length > 0 && { others: more }) }
    } catch (error) {
      if (!(error instanceof SiwxError)) throw error
      log.info('auth.refused', { project: input.project.id, reason: error.reason })
      throw new HttpError('UNAUTHORIZED', { message: refusal, cause: error })
    }
  })

  routeSessions(app, { context, store, checkProof })
  return { app, close: store.close }
}

/** Reads `eip155:1=https://rpc.example`: the node per chain that checks signatures of contract accounts. */
function clientsOf(settings: Settings) {
  const clients: { [chainId: `eip155:${string}`]: Client[] } = {}
  for (const entry of settings.authRpcUrls) {
    const split = entry.indexOf('=')
    const [chainId, url] = [entry.slice(0, split) as `eip155:${string}`, entry.slice(split + 1)]
    const client = createAskingClient((calls) => post(settings, url, calls, AbortSignal.timeout(patience)))
    clients[chainId] = [...(clients[chainId] ?? []), client]
  }
  return clients
}
