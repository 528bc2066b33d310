import { randomBytes } from 'node:crypto'
import { authenticate, authenticateBody, getMe, getNonce, signOutEndpoint } from 'latchkey/protocol'
import { createNonce, parseSiwxMessage, SiwxError, verifySiwxAll } from 'latchkey/siwx'
import * as v from 'valibot'
import { createClient, http } from 'viem'
import { type App, createApp } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { type RouteInput, route } from '../shared/route.js'
import { hashOf } from './AuthStore.js'
import { openAuthStore } from './openAuthStore.js'

export type Auth = { readonly app: App; close(): Promise<void> }

const minute = 60_000
const refusal = 'The sign-in could not be verified.'

/**
 * Signs visitors in by a signed message (CAIP-122): gives nonces, verifies, keeps sessions. A message must be of the
 * very page that calls (`Origin`), and a nonce and a session work only for the page and the project they were given to.
 *
 * @param directory Where sessions live, unless the settings name a database; without either they are forgotten when the
 *   process ends.
 */
export async function createAuth(context: Context, directory: string | undefined): Promise<Auth> {
  const { settings, clock, log } = context
  const { databaseUrl } = settings
  const onTrouble = ({ message }: Error) => log.warn('auth.database', { reason: message })
  const store = await openAuthStore(
    { databaseUrl, directory, onTrouble },
    {
      now: () => clock.now(),
      nonceLifetime: 5 * minute,
      sessionLifetime: settings.authSessionSeconds * 1_000,
    },
  )
  const clients = clientsOf(settings.authRpcUrls)
  const app = createApp(context)

  route(app, getNonce, async (input) => {
    const nonce = createNonce()
    const token = randomBytes(32).toString('base64url')
    await store.nonces.add(nonce, `${bindingOf(input)} ${hashOf(token)}`)
    return { nonce, token }
  })

  route(app, authenticate, async (input) => {
    const { host, scheme } = pageOf(input)
    const body = v.safeParse(authenticateBody, input.body)
    if (!body.success)
      throw new HttpError('INVALID_BODY', { details: v.summarize(body.issues).slice(0, 300) })
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
          nonceBinding: `${bindingOf(input)} ${hashOf(tokenOf(input, 'x-nonce-jwt') ?? '')}`,
          chainIds,
          maxAge: 10 * minute,
          now: clock.now(),
        },
        clients,
      })
      // A session that is replaced ends here, and not in its time.
      const previous = tokenOf(input, 'authorization')
      if (previous !== undefined) await store.revoke(previous)
      const sessions = verified.map(({ message: { address, chainId } }) => ({ address, chainId }))
      const [token = '', ...tokens] = await store.open(sessions, bindingOf(input))
      return { token, ...(tokens.length > 0 && { others: tokens }) }
    } catch (error) {
      if (!(error instanceof SiwxError)) throw error
      log.info('auth.refused', { project: input.project.id, reason: error.reason })
      throw new HttpError('UNAUTHORIZED', { message: refusal, cause: error })
    }
  })

  route(app, getMe, async (input) => {
    const token = tokenOf(input, 'authorization')
    const session = token === undefined ? undefined : await store.find(token, bindingOf(input))
    if (session === undefined) throw new HttpError('UNAUTHORIZED', { message: 'Nobody is signed in' })
    return session
  })

  route(app, signOutEndpoint, async (input) => {
    const token = tokenOf(input, 'authorization')
    if (token === undefined || (await store.find(token, bindingOf(input))) === undefined)
      throw new HttpError('UNAUTHORIZED', { message: 'Nobody is signed in' })
    await store.revoke(token)
    return {}
  })

  return { app, close: store.close }
}

type Input = Pick<RouteInput<typeof getNonce>, 'header' | 'project'>

/** The page that calls. A browser always says; a program that does not is no page that somebody could sign in to. */
function pageOf({ header }: Input): { readonly host: string; readonly scheme: 'https' | 'http' } {
  const origin = header('origin') ?? ''
  const [, scheme, host] = /^(https?):\/\/([^/?#@\s]+)$/.exec(origin) ?? []
  if (host === undefined || (scheme !== 'https' && scheme !== 'http')) {
    throw new HttpError('INVALID_QUERY', { message: 'The header `Origin` must name the page' })
  }
  return { host, scheme }
}

function bindingOf(input: Input): string {
  const { scheme, host } = pageOf(input)
  return `${input.project.id} ${scheme}://${host}`
}

function tokenOf({ header }: Input, name: string): string | undefined {
  return /^Bearer ([\w-]{16,128})$/i.exec(header(name) ?? '')?.[1]
}

/** `eip155:1=https://rpc.example`: where the accounts of a chain that are contracts are asked. */
function clientsOf(entries: readonly string[]) {
  const clients: { [chainId: `eip155:${string}`]: ReturnType<typeof createClient>[] } = {}
  for (const entry of entries) {
    const [chainId = '', url = ''] = [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]
    const client = createClient({ transport: http(url, { retryCount: 0, timeout: 4_000 }) })
    clients[chainId as `eip155:${string}`] = [...(clients[chainId as `eip155:${string}`] ?? []), client]
  }
  return clients
}
