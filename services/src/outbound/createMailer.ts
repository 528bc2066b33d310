import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '../shared/clientAddress.js'
import type { Clock } from '../shared/clock.js'
import type { Settings } from '../shared/settings.js'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail was not sent. The message contains neither an address nor a password. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether the server refuses this recipient for good, so that sending again is of no use. */
  readonly isRefused: boolean

  constructor(message: string, options: { readonly isRefused?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isRefused = options.isRefused === true
  }
}

/** Hands a mail to the server of the settings, within a number of milliseconds. Throws {@link MailError}. */
export type Mailer = (mail: Mail, within: number) => Promise<void>

/** One address, which no program can read as several or as a command. */
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9.-]{1,253}$/i

/** Timeout for a connection and for a silent server, and for the whole of a mail, in milliseconds. */
const patience = 5_000
const wholePatience = 10_000

/**
 * Creates the only way to send mail; `undefined` if no server is configured (docs/security.md "outbound requests").
 *
 * Like {@link fetchUpstream} it connects to the configured server alone, which may be anywhere. It requires TLS with a valid
 * certificate, unless the server is on this machine or the setting says `smtp+plain`. A mail can name neither files
 * nor addresses to fetch.
 */
export function createMailer(
  { mailUrl, mailFrom }: Pick<Settings, 'mailUrl' | 'mailFrom'>,
  clock: Clock,
): Mailer | undefined {
  if (mailUrl === undefined || mailFrom === undefined) return undefined
  const { protocol, hostname, port, username, password } = new URL(mailUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPlain = protocol === 'smtp+plain:' || isLoopbackHost(hostname)
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isPlain,
    ignoreTLS: !isSecure && isPlain,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...{
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
    },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })

  return async ({ to, subject, text, html }, within) => {
    if (!plainAddress.test(to)) throw new MailError('no address')
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = clock.setTimeout(
        () => reject(new MailError('no answer in time')),
        Math.min(within, wholePatience),
      )
    })
    const sending = transport.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      // Given apart, so that nothing in a header decides who gets the mail.
      envelope: { from: mailFrom.address, to: [to] },
      ...{ subject, text, html },
      // Asks vacation programs not to answer (RFC 3834).
      headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
    })
    try {
      await Promise.race([sending, late])
    } catch (error) {
      throw error instanceof MailError ? error : readFailure(error)
    } finally {
      cancel()
    }
  }
}

/** Keeps of a failure what a log may show: servers repeat addresses in their answers. */
function readFailure(error: unknown): MailError {
  const { code, responseCode, command } = error as Failure
  const isRefused = command === 'RCPT TO' && (responseCode ?? 0) >= 500
  const parts = [code, command, responseCode].filter((part) => part !== undefined)
  return new MailError(parts.join(' ') || 'not sent', { isRefused, cause: error })
}

/** What the library adds to its errors. */
type Failure = {
  readonly code?: string | undefined
  readonly responseCode?: number | undefined
  readonly command?: string | undefined
}
