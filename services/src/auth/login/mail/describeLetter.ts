import type { Letter, Notice, Place } from './Letter.js'

/** A part of a mail: a paragraph, the code, or a link. */
export type LetterPart =
  | { readonly text: string }
  | { readonly code: string }
  | { readonly url: string; readonly label: string }

export type Description = { readonly subject: string; readonly parts: readonly LetterPart[] }

/** Returns what a mail says. Nothing of it is a stranger's text: names of apps come from the settings, or are hosts. */
export function describeLetter(letter: Letter): Description {
  switch (letter.kind) {
    case 'code':
      return describeCode(letter)
    case 'device':
      return {
        subject: `Confirm your login to ${letter.place.app}`,
        parts: [
          {
            text: `Somebody wants to log in to ${nameOf(letter.place)} with this address, on a device that we do not know.`,
          },
          ...placeOf(letter.place),
          { text: 'If it is you, open this page and confirm. You then get a code by mail.' },
          { url: letter.url, label: 'Look at the login' },
          { text: `The link works once, for ${minutesOf(letter.seconds)}. If it is not you, do nothing.` },
        ],
      }
    case 'locked':
      return {
        subject: `Too many codes for ${letter.app}`,
        parts: [
          {
            text: `Somebody has asked for many codes to log in to ${letter.app} with this address, or typed many wrong ones. Nobody got in. Until you allow codes again, you may get none, or none that works. You can log in another way, too.`,
          },
          { url: letter.url, label: 'Allow codes again' },
          { text: 'The link works for 7 days, as often as you need it.' },
        ],
      }
    case 'notice':
      return describeNotice(letter)
  }
}

function describeNotice({ notice, app, at, place }: Letter & { readonly kind: 'notice' }): Description {
  const { subject, text, advice = byLooking } = notices[notice.type]
  return {
    subject: `${app}: ${subject}`,
    parts: [
      { text: text(labelOf(notice)) },
      ...(place === undefined ? [{ text: `It happened on ${dateOf(at)}.` }] : placeOf(place)),
      { text: advice(app) },
    ],
  }
}

const byLooking = (app: string) =>
  `If it was not you, open your wallet in ${app}, and remove devices and ways in that you do not know.`
/** For those who can no longer log in. */
const byAsking = (app: string) => `If it was not you, write to those who run ${app} at once.`

function describeCode({ purpose, code, seconds, place }: Letter & { readonly kind: 'code' }): Description {
  const { subject, text } = purposes[purpose]
  return {
    subject: subject(place.app),
    parts: [
      { text: text(nameOf(place)) },
      { code },
      { text: `It is valid for ${minutesOf(seconds)}, and only in the window that asked for it.` },
      ...placeOf(place),
      {
        text: `Type it only on ${place.host}. Nobody will ask you for it. If you did not ask for it, ignore this mail.`,
      },
    ],
  }
}

const purposes = {
  login: {
    subject: (app: string) => `Your code for ${app}`,
    text: (name: string) => `Your code to log in to ${name}:`,
  },
  update: {
    subject: (app: string) => `Confirm the change of your address for ${app}`,
    text: (name: string) =>
      `Somebody wants to replace this address in ${name} by another one. If it is you, confirm with this code:`,
  },
  'update-next': {
    subject: (app: string) => `Confirm your new address for ${app}`,
    text: (name: string) => `The code to use this address in ${name}:`,
  },
} as const

const notices: {
  readonly [type in Notice['type']]: {
    readonly subject: string
    readonly text: (label: string) => string
    readonly advice?: ((app: string) => string) | undefined
  }
} = {
  'device-added': {
    subject: 'login on a new device',
    text: (label) => `Somebody logged in to your wallet on a new device${label}.`,
  },
  'way-added': { subject: 'new way in', text: (label) => `Your wallet has a new way in${label}.` },
  'way-removed': {
    subject: 'way in removed',
    text: (label) => `A way into your wallet was removed${label}.`,
  },
  exported: {
    subject: 'recovery words shown',
    text: () =>
      'The recovery words of your wallet were shown. Whoever has them has everything in the wallet.',
  },
  recovered: {
    subject: 'wallet opened on a new device',
    text: (label) => `Your wallet was opened on a device that did not know it${label}.`,
  },
  'custody-changed': { subject: 'custody changed', text: () => 'Who can open your wallet has changed.' },
  'session-ended': {
    subject: 'session ended',
    text: () =>
      'We ended a session of your wallet: something that belongs to it was used from another place, as a thief would do.',
    advice: (app) => `Log in to ${app} again, and remove devices and ways in that you do not know.`,
  },
  'email-changed': {
    subject: 'address changed',
    text: () =>
      'Your wallet no longer belongs to this e-mail address. From now on you log in with another one.',
    advice: byAsking,
  },
  deleted: {
    subject: 'account deleted',
    text: () => 'Your account and its data were deleted. A recovery kit that you have printed keeps working.',
    advice: byAsking,
  },
}

/** Names the app and its page: `Acme (shop.example)`. */
function nameOf({ app, host }: Place): string {
  return app === host ? host : `${app} (${host})`
}

function placeOf({ host, browser, network, at }: Place): readonly LetterPart[] {
  return [{ text: `Asked for on ${dateOf(at)}, on ${host}, from ${browser}, network ${network}.` }]
}

/** Keeps of a name that a user gave what cannot be taken for an address. */
function labelOf({ label = '' }: Notice): string {
  const plain = label
    .replace(/[^\p{L}\p{N} '’()_-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 64)
  return plain === '' ? '' : `: ${plain}`
}

function minutesOf(seconds: number): string {
  return seconds % 60 === 0 ? (seconds === 60 ? '1 minute' : `${seconds / 60} minutes`) : `${seconds} seconds`
}

function dateOf(at: number): string {
  return new Date(at).toUTCString().replace(/:\d\d GMT$/, ' UTC')
}
