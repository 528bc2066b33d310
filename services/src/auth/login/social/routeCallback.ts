import { type OAuth, ProviderRefusal, ProviderUnreachable } from '../../../outbound/createOAuth.js'
import { type App, clientAddress, type RequestContext } from '../../../shared/app.js'
import { messageOf } from '../../../shared/log.js'
import { answerPage } from '../answerPage.js'
import type { Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { Identity } from '../users.js'
import { askElsewhere } from './askElsewhere.js'
import { type End, endPage } from './endPage.js'
import type { ProviderName } from './endpoints.js'
import { identityOf, UnverifiedAddress } from './identityOf.js'
import { inTime } from './inTime.js'
import { isElsewhere } from './isElsewhere.js'
import type { Provider } from './Provider.js'
import { readAnswer } from './readAnswer.js'
import { flowOfState, rememberedBySocial } from './socialFlow.js'

/** What providers call it if the visitor does not want to. */
const declined: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/**
 * Adds the pages at which a login at a provider ends (decision 322). The flow takes one answer; whatever is wrong with it, the
 * login has failed. The page says no more than the reason's class.
 */
export function routeCallback(
  app: App,
  parts: LoginParts,
  { providers, oauth }: { readonly providers: ReadonlyMap<ProviderName, Provider>; readonly oauth: OAuth },
): void {
  for (const provider of providers.values()) {
    const isPosted = provider.parameters?.response_mode === 'form_post'
    app.on(isPosted ? 'POST' : 'GET', pathOf(provider.name), async (c) => {
      const answer = await readAnswer(c, isPosted)
      const flow = answer && (await flowOfState(parts, answer.get('state') ?? '', provider.name))
      if (answer === undefined || flow === undefined) return end(c, provider, 'unknown')
      if (!(await parts.flows.claim(flow.id))) return again(c, provider, flow)
      return settle(c, provider, { flow, answer })
    })
  }

  async function settle(c: RequestContext, provider: Provider, came: Came): Promise<Response> {
    const { flow, answer } = came
    const { flows, keys } = parts
    const { place } = await rememberedBySocial(keys, flow)
    const error = answer.get('error')
    if (error !== null) {
      const outcome = declined.has(error) ? 'declined' : 'failed'
      await flows.settle(flow, { failed: outcome })
      return end(c, provider, outcome === 'declined' ? outcome : 'refused', { flow, app: place.app })
    }
    const result = await inTime(parts.context.clock, (signal) => identify(provider, came, signal)).catch(
      (cause: unknown) => refuse(flow, provider, cause),
    )
    if (typeof result === 'string') return end(c, provider, result, { flow, app: place.app })
    const asked = { client: clientAddress(c), header: (name: string) => c.req.header(name) }
    if (isElsewhere(place, asked)) return askElsewhere(c, parts, { flow, place, identity: result })
    await flows.settle(flow, { identity: result, place })
    return end(c, provider, 'done', { flow, app: place.app })
  }

  async function identify(
    provider: Provider,
    { flow, answer }: Came,
    signal: AbortSignal,
  ): Promise<Identity> {
    const server = await provider.server(signal)
    const { verifier, nonce } = await rememberedBySocial(parts.keys, flow)
    const grant = await oauth.exchange(
      {
        server,
        clientId: provider.clientId,
        secret: await provider.secret(server),
        answer: withIssuer(answer, provider, server.issuer),
        state: answer.get('state') ?? '',
        redirectUri: `${parts.frameUrl}${pathOf(provider.name)}`,
        verifier,
        ...(provider.isOpenId ? { nonce } : {}),
      },
      signal,
    )
    const account = await provider.readAccount({ server, grant, oauth, signal })
    return identityOf(provider.name, account)
  }

  /** Ends the flow, and notes why for the operator. */
  async function refuse(flow: Flow, provider: Provider, cause: unknown): Promise<End> {
    const end =
      cause instanceof ProviderUnreachable
        ? 'unreachable'
        : cause instanceof UnverifiedAddress
          ? 'unverified'
          : cause instanceof ProviderRefusal
            ? 'refused'
            : undefined
    await parts.flows.settle(flow, { failed: 'failed' })
    if (end === undefined) throw cause
    const { log } = parts.context
    log.warn('login.provider', { project: flow.project, source: provider.name, reason: messageOf(cause) })
    return end
  }

  /** Who reloads the page, or goes back to it, sees how the login ended. */
  async function again(c: RequestContext, provider: Provider, flow: Flow): Promise<Response> {
    const isDone = flow.state === 'done' || flow.state === 'taken'
    if (!isDone) return end(c, provider, 'unknown')
    const { place } = await rememberedBySocial(parts.keys, flow)
    return end(c, provider, 'done', { flow, app: place.app })
  }

  function end(
    c: RequestContext,
    { label, name }: Provider,
    how: End,
    of?: { readonly flow: Flow; readonly app: string },
  ): Response {
    const told = { provider: label, app: of?.app, host: of?.flow.host, frameUrl: parts.frameUrl }
    return answerPage(c, endPage(how, { ...told, path: pathOf(name) }), how === 'done' ? 200 : 400)
  }
}

/** The path to which a provider sends visitors back. */
export function pathOf(name: ProviderName): `/login/callback/${ProviderName}` {
  return `/login/callback/${name}`
}

type Came = { readonly flow: Flow; readonly answer: URLSearchParams }

/** Writes the one name of a provider that has several. A wrong one stays, and is refused. */
function withIssuer(
  answer: URLSearchParams,
  { alsoKnownAs = [] }: Provider,
  issuer: string,
): URLSearchParams {
  if (!alsoKnownAs.includes(answer.get('iss') ?? '')) return answer
  const named = new URLSearchParams(answer)
  named.set('iss', issuer)
  return named
}
