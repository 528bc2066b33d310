import { flowBody, getLoginResult } from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import { route } from '../../shared/route.js'
import { finishLogin } from './finishLogin.js'
import type { Flow } from './flows.js'
import type { LoginParts } from './LoginParts.js'
import type { Advance } from './LoginWay.js'
import { readBody } from './readBody.js'

/**
 * Adds the call with which the surface that began a flow fetches its result (decision 322). Of a login by mail it tells
 * whether the mail has left: its codes are typed at another call.
 */
export function routeResult(app: App, parts: LoginParts, advances: ReadonlyMap<string, Advance>): void {
  const { flows, checkKey, wait } = parts
  route(app, getLoginResult, async (input) => {
    const { flow: name } = readBody(flowBody, input)
    const key = await checkKey(input, getLoginResult)
    const project = input.project.id
    const find = async () => {
      const found = await flows.find(name, project)
      return found?.browser_key === key ? found : undefined
    }
    const ended = await wait(async () => {
      const found = await find()
      if (found === undefined || !isOpen(found)) return { found }
      const advance = advances.get(found.way)
      if (advance === undefined) return undefined
      await advance(found)
      const later = await find()
      return later !== undefined && isOpen(later) ? undefined : { found: later }
    }, input.signal)
    if (ended === undefined) return { isPending: true, hasBegun: (await find())?.state === 'begun' } as const
    if (ended.found === undefined) return { failed: 'failed' } as const
    const { way, state, failed } = ended.found
    if (state === 'begun') return { isPending: true, hasBegun: true } as const
    const outcome = await flows.take(name, { project, key })
    if (outcome === undefined) return { failed: failed ?? 'failed', way }
    return finishLogin(parts, { project, key, ...outcome })
  })
}

/** Whether the flow may still change: that the mail has left is all that this call tells of a login by mail. */
function isOpen({ state, way }: Flow): boolean {
  return state === 'open' || (state === 'begun' && way !== 'email')
}
