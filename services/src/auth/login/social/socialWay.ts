import { createHash } from 'node:crypto'
import { loginBySocial, loginBySocialBody } from 'latchkey/protocol'
import {
  createOAuth,
  type OAuthServer,
  ProviderRefusal,
  ProviderUnreachable,
} from '../../../outbound/createOAuth.js'
import { HttpError } from '../../../shared/HttpError.js'
import { messageOf } from '../../../shared/log.js'
import { route } from '../../../shared/route.js'
import { answerPage } from '../answerPage.js'
import type { LoginWay } from '../LoginWay.js'
import { placeOf } from '../placeOf.js'
import { readBody } from '../readBody.js'
import { readHost, refuseOwnMachine } from '../readHost.js'
import { startsOf } from '../startsOf.js'
import { routeElsewhere } from './askElsewhere.js'
import { createProviders } from './createProviders.js'
import { endPage } from './endPage.js'
import { isConfigured, type ProviderName } from './endpoints.js'
import { inTime } from './inTime.js'
import type { Provider } from './Provider.js'
import { pathOf, routeCallback } from './routeCallback.js'
import { beginSocialFlow, flowOfState, rememberedBySocial } from './socialFlow.js'

/** In the order in which a modal shows them. */
const names = ['google', 'x', 'discord', 'github', 'apple', 'facebook', 'oidc'] as const

/** Logs in at a provider, by its authorization code flow (spec §10 "Login calls"). */
export const socialWay: LoginWay = {
  offered: (settings) => names.filter((name) => isConfigured(settings, name)),
  route({ calls, pages }, parts) {
    const { context, flows, frameUrl, checkKey } = parts
    const { clock, log } = context
    const oauth = createOAuth(context)
    const providers = createProviders(context, oauth)

    route(calls, loginBySocial, async (input) => {
      const { provider, host } = readBody(loginBySocialBody, input)
      if (!providers.has(provider)) throw new HttpError('INVALID_BODY', { details: 'provider' })
      refuseOwnMachine(input.project, readHost(input.project, host, frameUrl), frameUrl)
      const key = await checkKey(input, loginBySocial)
      input.take('login starts', startsOf(context.settings))
      const place = placeOf(input, host, clock.now())
      const project = input.project.id
      const { name, state } = await beginSocialFlow(parts, { project, provider, key, place, host })
      // By way of a page of ours, so that the flow knows when the visitor leaves for the provider.
      return { flow: name, uri: `${frameUrl}/login/start/${provider}?state=${state}` }
    })

    pages.get('/login/start/:provider', async (c) => {
      const provider = providers.get(c.req.param('provider') as ProviderName)
      const state = c.req.query('state') ?? ''
      const flow = provider && (await flowOfState(parts, state, provider.name))
      const isOpen = flow !== undefined && ['open', 'begun'].includes(flow.state) && flow.tries === 0
      const told = { provider: provider?.label ?? '', frameUrl, path: c.req.path }
      if (provider === undefined || !isOpen) return answerPage(c, endPage('unknown', told), 400)
      const { verifier, nonce } = await rememberedBySocial(parts.keys, flow)
      try {
        const server = await inTime(clock, provider.server)
        const url = addressAt(provider, server, { state, verifier, nonce, frameUrl })
        await flows.noteBegun(flow.id)
        c.header('cache-control', 'no-store')
        return c.redirect(url, 302)
      } catch (error) {
        if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefusal)) throw error
        log.warn('login.provider', { project: flow.project, source: provider.name, reason: messageOf(error) })
        return answerPage(c, endPage('unreachable', told), 400)
      }
    })

    routeCallback(pages, parts, { providers, oauth })
    routeElsewhere(pages, parts, providers)
  },
}

/** Returns the address at which a provider asks the visitor. */
function addressAt(
  { clientId, scope, parameters = {}, isOpenId, name }: Provider,
  { authorization_endpoint: endpoint }: OAuthServer,
  { state, verifier, nonce, frameUrl }: Request,
): string {
  if (endpoint === undefined || !/^https?:/.test(endpoint) || !URL.canParse(endpoint))
    throw new ProviderRefusal('no address at which visitors are asked')
  const url = new URL(endpoint)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: `${frameUrl}${pathOf(name)}`,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(isOpenId ? { nonce } : {}),
    ...parameters,
  }
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url.href
}

type Request = {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
  readonly frameUrl: string
}
