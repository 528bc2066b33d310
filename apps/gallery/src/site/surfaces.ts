import type { SiteTextKey } from '../../../../services/site/locales/siteTexts.js'
import type { Ask, SiteState } from '../../../../services/site/page/siteState.js'
import { SiteError } from '../../../../services/site/page/toFrameError.js'
import type { WalletFacts, WayIn, WorkerApi } from '../../../../services/site/worker/walletApi.js'
import { consents, own } from './consents.js'

/** A state of a surface of the wallet's own site. */
export type SurfaceFixture = {
  /** @default `iframe` */
  readonly surface?: SiteState['surface']
  /** Absent: there is nothing to do. `refused`: the page may not embed the wallet. */
  readonly ask?: Ask | 'refused'
  /** How many requests wait. @default 1 */
  readonly count?: number
  /** The worker's answers in this state, where they differ from `usual`. */
  readonly wallet?: Answers
  /** The visitor's way from the ask to the state, by the texts of buttons and the words that they type. */
  readonly steps?: readonly (
    | { readonly press: SiteTextKey }
    | { readonly type: SiteTextKey | readonly string[] }
  )[]
}
type Answers = { readonly [name in keyof WorkerApi]?: (...values: never[]) => unknown }

const never = () => new Promise<never>(() => {})
const failing =
  (code: SiteError['code'], more: SiteError['more'] = {}) =>
  async () => {
    throw new SiteError(code, code, more)
  }
const words24 =
  'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress actual'
const words12 = words24.split(' ').slice(0, 12).join(' ')
const day = 86_400_000
const then = Date.UTC(2026, 1, 3)

const way = (type: WayIn['type'], label: string, change: Partial<WayIn> = {}): WayIn => ({
  ...{ id: `${type} ${label}`, type, label, createdAt: then, usedAt: then + 40 * day, isOwn: false },
  ...change,
})
const ways = [
  way('device', 'Chromium on Linux', { isOwn: true }),
  way('device', 'Safari on iPhone'),
  way('passkey', 'Passkey'),
  way('password', ''),
  way('kit', ''),
]
const facts: WalletFacts = {
  addresses: { eip155: own, solana: 'x' },
  custody: 'self',
  ways,
  isBackedUp: true,
}
const opening = (change: Partial<WalletFacts>): Answers => ({
  open: async () => ({ status: 'ready', wallet: { ...facts, ...change } }),
})

/** The worker's answers, by the method's name. */
export const usual: Answers = {
  ...opening({}),
  user: async () => ({ id: 'ann', email: 'ann@example.com' }),
  makeKit: async () => ({ words: words24, file: '{}' }),
  words: async () => words12,
  balances: async () => [],
  dropKit: async () => {},
  forget: async () => {},
  awaitLogin: never,
  awaitDevice: never,
  carryOut: never,
  loginWays: async () => ({
    ...{ email: true, passkey: true, farcaster: true },
    socials: ['google', 'github', 'apple', 'facebook', 'x', 'discord'],
  }),
  loginByEmail: async () => ({ action: 'VERIFY_OTP', expiresIn: 1_200, retryIn: 30 }),
  loginByFarcaster: async () => ({ url: 'https://farcaster.example/~/siwf?channelToken=ABCDEFG' }),
  records: async () => ({
    ...{ signed: [], batches: [] },
    permissions: [
      { permission: { id: '0x1', origin: 'https://game.example.com', expiresAt: 1_790_000_000 } },
      {
        permission: {
          ...{ id: '0x2', expiresAt: 1_790_000_000 },
          origin: 'https://a-very-long-subdomain.of-some-service.example.com:8443',
        },
      },
    ],
  }),
  log: async () => [
    { event: 'wallet-created', at: then },
    { event: 'slot-added', at: then + day, label: 'Passkey' },
    { event: 'half-released', at: then + 40 * day },
    { event: 'exported', at: then + 40 * day },
    { event: 'refused', at: then + 41 * day },
    { event: 'slot-removed', at: then + 41 * day, label: 'Safari on iPhone' },
  ],
}

const id = 'ask'
type ConsentAsk = Extract<Ask, { kind: 'consent' }>
const request = {
  method: 'personal_sign',
  params: [],
  chainId: 'eip155:1',
} as unknown as ConsentAsk['request']
const approve = (name: keyof typeof consents, change: Partial<ConsentAsk> = {}): Ask => ({
  ...{ id, kind: 'consent', consent: consents[name], request, status: 'open' },
  ...change,
})
const view = (name: Extract<Ask, { kind: 'view' }>['view']): Ask => ({ id, kind: 'view', view: name })
type WindowAsk = Extract<Ask, { kind: 'window' }>
const toWindow = (status: WindowAsk['status'], task: WindowAsk['task']): Ask => ({
  ...{ id, kind: 'window', status, task },
})
const recover = (...left: readonly WayIn[]): Ask => ({ id, kind: 'recover', ways: left, key: 'key' })
const backup: Ask = { id, kind: 'backup' }
const login: Ask = { id, kind: 'login' }
const password = ['seven tall herons 41', 'seven tall herons 41'] as const
const inWindow = { surface: 'window' } as const

/** Every state of the wallet's own surfaces, by view. */
export const surfaces: { readonly [name: string]: SurfaceFixture } = {
  ...Object.fromEntries(
    (Object.keys(consents) as (keyof typeof consents)[]).map((name) => [
      `Approve/${name}`,
      { ...inWindow, ask: approve(name) },
    ]),
  ),
  'Approve/busy': { ...inWindow, ask: approve('transfer', { status: 'busy' }) },
  'Approve/several': { ...inWindow, ask: approve('message'), count: 3 },
  'Approve/inFrame': { ask: approve('transfer') },
  'WindowNeeded/open': { ask: toWindow('offered', { kind: 'open' }) },
  'WindowNeeded/request': { ask: toWindow('offered', { kind: 'request', request }) },
  'WindowNeeded/waiting': { ask: toWindow('waiting', { kind: 'request', request }) },
  'WindowNeeded/working': { ask: toWindow('working', { kind: 'request', request }) },
  'WindowNeeded/blocked': { ask: toWindow('blocked', { kind: 'open' }) },
  'Login/choice': { ...inWindow, ask: login },
  'Login/code': { ...inWindow, ask: login, steps: [{ type: ['ann@example.com'] }, { press: 'login.send' }] },
  'Login/offline': { ...inWindow, ask: login, wallet: { loginWays: failing('network') } },
  'Login/account': { ...inWindow, ask: { id, kind: 'account', name: 'ann@example.com' } },
  'Login/passkey': { ask: { id, kind: 'passkey' } },
  'Recover/choice': { ask: recover(...ways) },
  'Recover/none': { ...inWindow, ask: recover() },
  'Recover/password': {
    ask: recover(...ways),
    wallet: { recover: failing('code_wrong') },
    steps: [{ press: 'recover.password' }, { type: [password[0]] }, { press: 'password.open' }],
  },
  'Recover/kit': { ask: recover(...ways), steps: [{ press: 'recover.kit' }] },
  'AddWay/choice': { ask: backup },
  'AddWay/password': { ask: backup, steps: [{ press: 'backup.password' }] },
  'AddWay/kit': { ask: backup, steps: [{ press: 'backup.kit' }] },
  'AddWay/kitInWindow': { ...inWindow, ask: backup, steps: [{ press: 'backup.kit' }] },
  'AddWay/failed': {
    ask: backup,
    wallet: { addPassword: failing('limited', { seconds: 120 }) },
    steps: [{ press: 'backup.password' }, { type: password }, { press: 'password.save' }],
  },
  'Security/content': { ask: view('security') },
  'Security/convenience': { ask: view('security'), wallet: opening({ custody: 'convenience' }) },
  'Security/loading': { ask: view('security'), wallet: { open: never } },
  'Security/failed': { ask: view('security'), wallet: { open: failing('network') } },
  'Security/removing': { ask: view('security'), steps: [{ press: 'security.kit' }] },
  'Security/removingLast': {
    ask: view('security'),
    wallet: opening({ ways: ways.slice(3, 4) }),
    steps: [{ press: 'security.password' }],
  },
  'Export/inFrame': { ask: view('export') },
  'Export/question': { ...inWindow, ask: view('export') },
  'Export/words': {
    ...{ ...inWindow, ask: view('export') },
    steps: [{ type: 'export.word' }, { press: 'export.title' }],
  },
  'Export/loginNeeded': {
    ...{ ...inWindow, ask: view('export'), wallet: { words: failing('locked') } },
    steps: [{ type: 'export.word' }, { press: 'export.title' }],
  },
  'Delete/question': {
    ask: view('delete'),
    wallet: {
      balances: async () => [
        { amount: '1234.5', symbol: 'ETH', chain: 'Ethereum' },
        { amount: '12', symbol: 'SOL', chain: 'Solana' },
      ],
    },
  },
  'Delete/done': {
    ask: view('delete'),
    wallet: { deleteAccount: async () => {} },
    steps: [{ type: 'delete.word' }, { press: 'delete.confirm' }],
  },
  'Nothing/window': inWindow,
  'Refused/content': { ask: 'refused' },
}
