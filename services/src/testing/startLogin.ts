import { createHash } from 'node:crypto'
import { createLogin, type LoginService } from '../auth/login/createLogin.js'
import { createFrame } from '../frame/createFrame.js'
import type { Mail, Mailer } from '../outbound/createMailer.js'
import { type App, createApp } from '../shared/app.js'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import type { Settings } from '../shared/settings.js'
import { createProver } from './createProver.js'
import { createTestClock } from './createTestClock.js'
import { createTestKeys } from './createTestKeys.js'
import { testSiteHash } from './writeTestSite.js'

export const frameUrl = 'https://wallet.example'
/** The page in which visitors log in. */
export const page = 'https://app.example'

export type Prover = Awaited<ReturnType<typeof createProver>>
export type Asked = {
  readonly token?: string | undefined
  readonly prover?: Prover | undefined
  readonly project?: string | undefined
  /** Replaces the proof. */
  readonly proof?: string | undefined
  readonly headers?: Record<string, string> | undefined
  /** The client's address. */
  readonly from?: string | undefined
  readonly signal?: AbortSignal | undefined
}
export type Answered = {
  readonly status: number
  /** The answer's JSON. */
  readonly body: Record<string, unknown> & { readonly error?: { readonly message: string } }
  readonly headers: Headers
}

type Options = Partial<Omit<createLogin.Options, 'mailer'>> & {
  readonly settings?: Partial<Settings> | undefined
  readonly databaseUrl?: string | undefined
  readonly clock?: ReturnType<typeof createTestClock> | undefined
  /** By default mails arrive in `mails`. */
  readonly mailer?: Mailer | undefined
  readonly blockchain?: App | undefined
  /** Adds calls of the key service. */
  readonly routeKeys?: ((app: App, login: LoginService) => void) | undefined
}

/** Starts the login behind the server of the wallet's site, on a test clock, and keeps the mails that it sends. */
export async function startLogin(options: Options = {}) {
  const { settings, databaseUrl, clock = createTestClock(), mailer, blockchain, routeKeys, ...rest } = options
  const lines: string[] = []
  const mails: Mail[] = []
  const context = createContext({
    settings: {
      httpBurst: 1_000_000,
      loginCodesPerClient: 1_000_000,
      loginMailsPerHour: 1_000_000,
      mailUrl: 'smtp://127.0.0.1:9',
      mailFrom: { name: '', address: 'login@wallet.example' },
      projects: ['acme', 'other'].map((id) => ({ id, origins: [page] })),
      databaseUrl,
      ...settings,
    },
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const login = await createLogin(context, {
    frameUrl,
    directory: undefined,
    keys: createTestKeys(),
    accounts: { read: async () => undefined },
    custody: 'self',
    site: testSiteHash,
    mailer: mailer ?? (async (mail) => void mails.push(mail)),
    ...rest,
  })
  const keysApp = createApp(context)
  routeKeys?.(keysApp, login)
  const app = createFrame(context, {
    ...{ frameUrl, login, blockchain, keys: keysApp },
    site: { hash: testSiteHash, builds: new Map() },
  })
  const ownProver = await createProver()

  async function proofFor(path: string, text: string, { token, prover = ownProver }: Asked) {
    const lkb = createHash('sha256').update(text).digest('base64url')
    const request = { method: 'POST', url: `${frameUrl}${path}`, token, now: clock.now() }
    return prover({ ...request, claims: { lkb } })
  }

  async function call(name: string, body: unknown, asked: Asked = {}): Promise<Answered> {
    const { token, project = 'acme', headers, from = '198.51.100.7', signal } = asked
    const path = `/auth/v1/login/${name}`
    const text = JSON.stringify(body)
    const dpop = asked.proof ?? (await proofFor(path, text, asked))
    const answer = await app.request(
      `${frameUrl}${path}?projectId=${project}`,
      {
        method: 'POST',
        body: text,
        headers: {
          ...{ origin: frameUrl, dpop, host: 'wallet.example' },
          ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
          ...headers,
        },
        ...(signal === undefined ? {} : { signal }),
      },
      { incoming: { headers: {}, socket: { remoteAddress: from } } as never },
    )
    return { status: answer.status, body: (await answer.json()) as Answered['body'], headers: answer.headers }
  }

  /** Returns the newest mail to an address, once there are `count` of them, or of those that are asked for. */
  async function mailTo(
    address: string,
    count = 1,
    isAsked: (mail: Mail) => boolean = () => true,
  ): Promise<Mail> {
    const end = performance.now() + 10_000
    while (performance.now() < end) {
      const found = mails.filter((mail) => mail.to === address && isAsked(mail))
      const last = found.at(-1)
      if (found.length >= count && last !== undefined) return last
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    throw new Error(
      `no mail ${count} to ${address}: ${mails.map(({ to, subject }) => `${to} ${subject}`).join('; ')}`,
    )
  }

  /** Begins a login by mail, and returns its flow and the code of the mail. */
  async function begin(email: string, asked: Asked = {}) {
    const to = email.toLowerCase()
    const isCode = (mail: Mail) => codeOf(mail) !== ''
    const count = mails.filter((mail) => mail.to === to && isCode(mail)).length + 1
    const answer = await call('email', { email, host: page }, asked)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.error?.message}`)
    return { flow: String(answer.body.flow), code: codeOf(await mailTo(to, count, isCode)) }
  }

  /** Logs in by mail. */
  async function logIn(email: string, asked: Asked = {}): Promise<TestSession> {
    const answer = await call('code', await begin(email, asked), asked)
    // So that the next one may begin.
    clock.advance(30_000)
    if (answer.body.token === undefined) throw new Error(JSON.stringify(answer.body))
    return answer.body as unknown as TestSession
  }

  return {
    app,
    keysApp,
    login,
    context,
    call,
    begin,
    logIn,
    mailTo,
    mails,
    lines,
    clock,
    proofFor,
    prover: ownProver,
  }
}

export type TestSession = {
  readonly token: string
  readonly refreshToken: string
  readonly expiresIn: number
  readonly user: { readonly id: string; readonly email: string | null; readonly way: string }
}

/** Returns the code of a mail; empty if it has none. */
function codeOf({ text }: Mail): string {
  return /^ {4}(\d{6})$/m.exec(text)?.[1] ?? ''
}

/** Returns the link of a mail. */
export function linkOf({ text }: Mail): string {
  return /^https:\S+$/m.exec(text)?.[0] ?? ''
}

/** Returns a code that is not the given one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
