import type { App, RequestContext } from '../../../shared/app.js'
import { HttpError } from '../../../shared/HttpError.js'
import { readBounded } from '../../../shared/readBounded.js'
import { answerPage, isOwnForm } from '../answerPage.js'
import type { Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { Place } from '../mail/Letter.js'
import { openPending, sealPending } from '../sealing.js'
import type { Identity } from '../users.js'
import { endPage } from './endPage.js'
import type { ProviderName } from './endpoints.js'
import type { Provider } from './Provider.js'

const path = '/login/elsewhere'
/** How long the question may stay unanswered, in seconds. */
const life = 300

type Held = { readonly identity: Identity; readonly place: Place }

/**
 * Asks a visitor who comes back from elsewhere whether it was them who began the login: whoever begins one and sends somebody
 * else to the provider would else be logged in as them (decision 377).
 */
export async function askElsewhere(
  c: RequestContext,
  { context, keys, flows, links }: LoginParts,
  { flow, place, identity }: Held & { readonly flow: Flow },
): Promise<Response> {
  const { id, project } = flow
  const held: Held = { identity, place }
  await flows.change(id, { sealed: await sealPending(keys, project, about(id), held) })
  const secret = await links.make({ kind: 'elsewhere', project, subject: id }, life)
  const minutes = Math.max(0, Math.round((context.clock.now() - place.at) / 60_000))
  return answerPage(
    c,
    {
      title: `Log in to ${place.app}?`,
      lines: [
        `This login was begun on ${place.host}, with ${place.browser}, in network ${place.network}, ${minutes} min ago. You are in another browser or network.`,
        'Continue only if you began it yourself. Whoever began it gets your account there.',
      ],
      button: { label: 'It was me: continue', path, secret, refusal: 'It was not me' },
    },
    200,
  )
}

/** Adds the answer to the question. */
export function routeElsewhere(
  app: App,
  { flows, links, keys, frameUrl }: LoginParts,
  providers: ReadonlyMap<ProviderName, Provider>,
): void {
  app.post(path, async (c) => {
    if (!isOwnForm(c)) throw new HttpError('FORBIDDEN')
    const form = new URLSearchParams((await readBounded(c.req.raw.body, 1_024))?.toString('utf8'))
    const secret = form.get('link') ?? ''
    const link = (await links.look(secret))?.kind === 'elsewhere' ? await links.take(secret) : undefined
    const flow = link && (await flows.byId(link.subject))
    const provider = flow && providers.get(flow.way as ProviderName)
    if (flow === undefined || provider === undefined) {
      const page = endPage('unknown', { provider: '', frameUrl, path })
      return answerPage(c, page, 400)
    }
    const held = await openPending<Held>(keys, flow.project, about(flow.id), flow.sealed ?? '')
    const isMe = form.get('answer') !== 'no'
    const isOpen = await flows.settle(flow, isMe ? held : { failed: 'declined' })
    const end = !isOpen ? 'unknown' : isMe ? 'done' : 'declined'
    const told = { provider: provider.label, app: held.place.app, host: flow.host, frameUrl, path }
    return answerPage(c, endPage(end, told), 200)
  })
}

function about(id: string): string {
  return `login_flows|${id}|elsewhere`
}
