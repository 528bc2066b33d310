import { timingSafeEqual } from 'node:crypto'
import { hashOf } from '../../AuthStore.js'
import { createSecret, type Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { Place } from '../mail/Letter.js'
import { openPending, sealPending } from '../sealing.js'
import type { ProviderName } from './endpoints.js'

/** What a flow at a provider remembers, sealed. */
type Remembered = {
  /** The secret of the request, without which its code is worth nothing (RFC 7636). */
  readonly verifier: string
  /** What the ID token must repeat. */
  readonly nonce: string
  /** Where the flow was begun. */
  readonly place: Place
}

/** How long a login at a provider may take, in milliseconds. */
const flowLife = 10 * 60_000

type Parts = Pick<LoginParts, 'context' | 'flows' | 'keys'>

/** Begins a flow at a provider. Returns its name, and the state with which the visitor comes back. */
export async function beginSocialFlow(
  { context, flows, keys }: Parts,
  flow: {
    readonly project: string
    readonly provider: ProviderName
    readonly key: string
    readonly place: Place
    readonly host: string
  },
): Promise<{ readonly name: string; readonly state: string }> {
  const { project, provider, key, place, host } = flow
  const name = createSecret()
  const id = hashOf(name)
  const remembered: Remembered = { verifier: createSecret(), nonce: createSecret(), place }
  await flows.begin(name, {
    ...{ project, host, way: provider, purpose: 'login', browser_key: key },
    sealed: await sealPending(keys, project, aboutFlow(id), remembered),
    expires_at: context.clock.now() + flowLife,
  })
  return { name, state: `${id}.${await markOf(keys, { id, project, way: provider, browser_key: key })}` }
}

/**
 * Returns the flow of a state, if the state was made for that flow, its provider and the key that began it: whoever reads the
 * database cannot make one.
 */
export async function flowOfState(
  { flows, keys }: Parts,
  state: string,
  provider: ProviderName,
): Promise<Flow | undefined> {
  const [, id = '', mark = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(state) ?? []
  const flow = id === '' ? undefined : await flows.byId(id)
  if (flow === undefined || flow.way !== provider || flow.purpose !== 'login') return undefined
  return isEqual(mark, await markOf(keys, flow)) ? flow : undefined
}

export function rememberedBySocial(keys: LoginParts['keys'], { id, project, sealed }: Flow) {
  return openPending<Remembered>(keys, project, aboutFlow(id), sealed ?? '')
}

function markOf(
  keys: LoginParts['keys'],
  { id, project, way, browser_key }: Pick<Flow, 'id' | 'project' | 'way' | 'browser_key'>,
): Promise<string> {
  return keys.lookup(project, `login_state|${way}`, `${id}|${browser_key}`)
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function aboutFlow(id: string): string {
  return `login_flows|${id}|provider`
}
