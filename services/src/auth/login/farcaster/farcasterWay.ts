import { cleanText, loginByFarcaster, loginByFarcasterBody } from 'latchkey/protocol'
import { createNonce } from 'latchkey/siwx'
import { createAskingClient } from '../../../outbound/askingClient.js'
import { UpstreamError } from '../../../outbound/fetchUpstream.js'
import { post } from '../../../outbound/post.js'
import { HttpError } from '../../../shared/HttpError.js'
import { messageOf } from '../../../shared/log.js'
import { route } from '../../../shared/route.js'
import type { Settings } from '../../../shared/settings.js'
import { hashOf } from '../../AuthStore.js'
import { createSecret, type Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { Advance, LoginWay } from '../LoginWay.js'
import type { Place } from '../mail/Letter.js'
import { placeOf } from '../placeOf.js'
import { readBody } from '../readBody.js'
import { readHost } from '../readHost.js'
import { openPending, sealPending } from '../sealing.js'
import { startsOf } from '../startsOf.js'
import { checkSignIn, farcasterChain } from './checkSignIn.js'
import { createRelay, RelayRefusal } from './createRelay.js'

/** How long a login may take, and how often the relay is asked, in milliseconds. */
const life = 10 * 60_000
const interval = 1_000
/** How long a node may take to say whose account it is, in milliseconds. */
const patience = 10_000

/** What a flow remembers, sealed. */
type Remembered = { readonly channel: string; readonly nonce: string; readonly place: Place }

/** Logs in with Farcaster: by a link that is shown as a code, and what the visitor's app signs (FIP-11). */
export const farcasterWay: LoginWay = {
  offered: (settings) =>
    settings.loginFarcaster === undefined || nodeOf(settings) === undefined ? [] : ['farcaster'],

  route({ calls }, parts) {
    const { context, flows, keys, frameUrl, checkKey } = parts
    const { settings, clock, log } = context
    const relay = createRelay(settings, settings.loginFarcaster ?? '')

    route(calls, loginByFarcaster, async (input) => {
      const body = readBody(loginByFarcasterBody, input)
      const host = readHost(input.project, body.host, frameUrl)
      const key = await checkKey(input, loginByFarcaster)
      input.take('login starts', startsOf(settings))
      const [flow, nonce, expiresAt] = [createSecret(), createNonce(), clock.now() + life]
      const project = input.project.id
      const { token, url } = await relay
        .open({ uri: uriOf(frameUrl), domain: new URL(frameUrl).host, nonce, expiresAt })
        .catch((error: unknown): never => {
          if (!isOfRelay(error)) throw error
          log.warn('login.provider', { project, source: 'farcaster', reason: messageOf(error) })
          throw new HttpError('UNAVAILABLE', { message: 'Farcaster does not answer', cause: error })
        })
      const remembered: Remembered = { channel: token, nonce, place: placeOf(input, host, clock.now()) }
      await flows.begin(flow, {
        ...{ project, host, way: 'farcaster', purpose: 'login', browser_key: key, expires_at: expiresAt },
        sealed: await sealPending(keys, project, about(hashOf(flow)), remembered),
      })
      return { flow, url }
    })
  },

  advance(parts) {
    const { clock } = parts.context
    const look = lookAt(parts)
    /** Flows about which the relay was asked just now. It tells what was signed once, so it is asked once at a time. */
    const asked = new Map<string, { readonly at: number; isOver: boolean }>()
    return async (flow) => {
      const at = clock.steadyNow()
      for (const [id, one] of asked) if (one.isOver && at - one.at >= interval) asked.delete(id)
      if (flow.tries > 0 || asked.has(flow.id)) return
      const one = { at, isOver: false }
      asked.set(flow.id, one)
      await look(flow).finally(() => {
        one.isOver = true
      })
    }
  },
}

/** Asks the relay whether the visitor has signed, and ends the flow if so. */
function lookAt({ context, flows, keys, frameUrl }: LoginParts): Advance {
  const { settings, clock, log } = context
  const relay = createRelay(settings, settings.loginFarcaster ?? '')
  const client = createAskingClient((calls) =>
    post(settings, nodeOf(settings) ?? '', calls, AbortSignal.timeout(patience)),
  )
  const note = (flow: Flow, error: unknown) =>
    log.warn('login.provider', { project: flow.project, source: 'farcaster', reason: messageOf(error) })

  return async (flow) => {
    const { channel, nonce, place } = await openPending<Remembered>(
      keys,
      flow.project,
      about(flow.id),
      flow.sealed ?? '',
    )
    const signed = await relay.read(channel).catch((error: unknown) => {
      if (!isOfRelay(error)) throw error
      note(flow, error)
      // It may answer again while the visitor still looks for the app.
      return 'pending' as const
    })
    if (signed === 'pending' || !(await flows.claim(flow.id))) return
    try {
      if (signed === 'gone') throw new RelayRefusal('the channel is gone')
      const fid = await checkSignIn(signed, {
        ...{ frameUrl, uri: uriOf(frameUrl), nonce, now: clock.now(), maxAge: life, client },
      })
      // The relay's word, which names nobody: the account is known by its number.
      const userName = cleanText(signed.userName ?? '', 100)
      await flows.settle(flow, {
        identity: { way: 'farcaster', subject: String(fid), ...(userName === '' ? {} : { userName }) },
        place,
      })
    } catch (error) {
      note(flow, error)
      await flows.settle(flow, { failed: 'failed' })
    }
  }
}

function isOfRelay(error: unknown): boolean {
  return error instanceof UpstreamError || error instanceof RelayRefusal
}

/** The address that the signed text names. */
function uriOf(frameUrl: string): string {
  return `${frameUrl}/login/farcaster`
}

/** Returns the node of Farcaster's chain that the operator has configured. */
function nodeOf({ chains, loginFarcasterNode }: Settings): string | undefined {
  if (loginFarcasterNode !== undefined) return loginFarcasterNode
  return chains.find((entry) => entry.startsWith(`${farcasterChain}=`))?.slice(farcasterChain.length + 1)
}

function about(id: string): string {
  return `login_flows|${id}|farcaster`
}
