import { integer, oneOf, type Setting } from '../../shared/setting.js'
import { farcasterSettings } from './farcaster/settings.js'
import { isMailAddress } from './mailAddress.js'
import { socialSettings } from './social/settings.js'

/** Who the services' mail comes from. */
export type MailSender = { readonly name: string; readonly address: string }

/** The settings of the embedded wallet's login; part of `settingsTable`. */
export const loginSettings = {
  mailUrl: {
    variable: 'LATCHKEY_MAIL_URL',
    fallback: undefined,
    isSecret: true,
    read: readMailUrl,
    meaning:
      'SMTP server for login codes, like smtps://user:password@mail.example (TLS) or smtp://user:password@mail.example:587 (STARTTLS). Only smtp+plain://, and smtp:// to this machine, send without encryption. If unset, nobody can log in by e-mail.',
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
  mailFrom: {
    variable: 'LATCHKEY_MAIL_FROM',
    fallback: undefined,
    read: readSender,
    meaning: 'Sender of the mails: `login@example.com` or `Example <login@example.com>`.',
  } satisfies Setting<MailSender | undefined> as Setting<MailSender | undefined>,
  loginCodeSeconds: integer({
    variable: 'LATCHKEY_LOGIN_CODE_SECONDS',
    fallback: 300,
    minimum: 60,
    maximum: 600,
    meaning: 'Seconds that a login code is valid.',
  }),
  loginDeviceLink: oneOf({
    variable: 'LATCHKEY_LOGIN_DEVICE_LINK',
    fallback: '0',
    values: ['0', '1'],
    meaning: '`1`: an unknown device gets a code only after a link in a first mail was opened and confirmed.',
  }),
  loginCodesPerClient: integer({
    variable: 'LATCHKEY_LOGIN_CODES_PER_CLIENT',
    fallback: 20,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Login codes that one IP address (one /64 network for IPv6) may ask for in an hour.',
  }),
  loginMailsPerHour: integer({
    variable: 'LATCHKEY_LOGIN_MAILS_PER_HOUR',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Login codes that all clients of one project together may ask for in an hour.',
  }),
  loginPasskey: oneOf({
    variable: 'LATCHKEY_LOGIN_PASSKEY',
    fallback: '1',
    values: ['0', '1'],
    meaning:
      '`1`: visitors can log in with a passkey of their wallet. It is offered only beside another way, by which they get the wallet.',
  }),
  ...farcasterSettings,
  ...socialSettings,
} as const

function readMailUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isMail = /^(smtps?|smtp\+plain):$/.test(url?.protocol ?? '') && url?.hostname !== ''
  if (url === undefined || !isMail || url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
    throw new Error('must be an address like smtps://user:password@mail.example')
  return value
}

function readSender(value: string): MailSender {
  const [, name = '', named] = /^([^<>"\\@,;:\p{Cc}]{0,60}?) ?<([^<>]+)>$/u.exec(value) ?? []
  const address = named ?? value
  if (!isMailAddress(address))
    throw new Error('must be like login@example.com or Example <login@example.com>')
  return { name, address }
}
