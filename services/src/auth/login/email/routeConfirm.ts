import type { App } from '../../../shared/app.js'
import { HttpError } from '../../../shared/HttpError.js'
import { readBounded } from '../../../shared/readBounded.js'
import { answerPage, isOwnForm } from '../answerPage.js'
import type { LoginParts } from '../LoginParts.js'
import type { Link } from '../links.js'
import type { Outbox } from '../mail/outbox.js'
import type { PlainPage } from '../plainPage.js'
import { postCode, rememberedOf } from './emailFlow.js'
import { unlock } from './unlockLetter.js'

const path = '/login/confirm'

/**
 * Adds the page to which links in mails lead. Opening it changes nothing, because mail scanners open links: only its button
 * confirms.
 */
export function routeConfirm(app: App, parts: LoginParts, outbox: Outbox): void {
  const { links } = parts

  app.get(path, async (c) => {
    const secret = c.req.query('link') ?? ''
    const link = await links.look(secret)
    return answerPage(c, await askFor(parts, link, secret), link === undefined ? 404 : 200)
  })

  app.post(path, async (c) => {
    if (!isOwnForm(c)) throw new HttpError('FORBIDDEN')
    const body = await readBounded(c.req.raw.body, 1_024)
    const secret = new URLSearchParams(body?.toString('utf8')).get('link') ?? ''
    const link = await links.look(secret)
    const taken = link?.kind === 'device' ? await links.take(secret) : link
    if (taken === undefined || !isMailed(taken)) return answerPage(c, gone, 404)
    return answerPage(c, await confirm(parts, outbox, taken), 200)
  })
}

const gone: PlainPage = {
  title: 'This link is no longer valid',
  lines: ['It was used, or its time is over. Begin again in the app.'],
}

function isMailed({ kind }: Link): boolean {
  return kind === 'device' || kind === 'unlock'
}

/** Returns the page that asks for a confirmation. */
async function askFor(
  { context, flows, keys }: LoginParts,
  link: Link | undefined,
  secret: string,
): Promise<PlainPage> {
  if (link?.kind === 'unlock')
    return {
      title: 'Allow codes again?',
      lines: [
        'Somebody has asked for many codes for your address, or typed many wrong ones. Codes work again after you confirm; whoever did it can then go on.',
        'You can use this link again for as long as it is valid.',
      ],
      button: { label: 'Allow codes', path, secret },
    }
  const flow = link?.kind === 'device' ? await flows.byId(link.subject) : undefined
  if (flow === undefined) return gone
  const { place } = await rememberedOf(keys, flow)
  const minutes = Math.max(0, Math.round((context.clock.now() - place.at) / 60_000))
  return {
    title: `Log in to ${place.app}?`,
    lines: [
      `On ${place.host}, ${place.browser}, network ${place.network}, ${minutes} min ago.`,
      'Confirm only if it is you, on your own device. You then get a code by mail.',
    ],
    button: { label: 'Confirm', path, secret },
  }
}

async function confirm(parts: LoginParts, outbox: Outbox, link: Link): Promise<PlainPage> {
  if (link.kind === 'unlock') {
    await unlock(parts, link)
    return {
      title: 'Codes are allowed again',
      lines: [
        'Go back to the app, and ask for a new code.',
        'If strangers use them up again, press the link in the mail once more.',
      ],
    }
  }
  const flow = await parts.flows.byId(link.subject)
  if (flow === undefined) return gone
  const { to, place } = await rememberedOf(parts.keys, flow)
  await postCode({ ...parts, outbox }, { ...flow, place, to, charges: [] })
  outbox.kick()
  return {
    title: 'Confirmed',
    lines: ['We have sent you a code. Type it in the app; you can close this page.'],
  }
}
