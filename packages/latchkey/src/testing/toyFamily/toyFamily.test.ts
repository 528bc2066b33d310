import { afterEach, expect, test, vi } from 'vitest'
import { shortAddress } from '../../core/addresses.js'
import type { Config } from '../../core/Config.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { fetchBalance } from '../../features/account/fetchBalance.js'
import { fetchIdentity } from '../../features/account/fetchIdentity.js'
import { fetchNfts } from '../../features/account/fetchNfts.js'
import { fetchPortfolio } from '../../features/account/fetchPortfolio.js'
import { fetchTransactions } from '../../features/account/fetchTransactions.js'
import { labelOf } from '../../features/account/labels.js'
import { receiveLink } from '../../features/account/receiveLink.js'
import { setLabel } from '../../features/account/setLabel.js'
import { accountOf } from '../../features/account/state.js'
import { accountsOf, switchAccount } from '../../features/account/switchAccount.js'
import { connect } from '../../features/connection/connect.js'
import { signMessage } from '../../features/intent/signMessage.js'
import { update } from '../../features/Kit.js'
import { addNetwork } from '../../features/network/addNetwork.js'
import { activeNetworkId } from '../../features/network/state.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import { beginSend, setSendAmount, setSendMax, setSendRecipient } from '../../features/send/editSend.js'
import { followSent } from '../../features/send/followSent.js'
import { sendPlanOf } from '../../features/send/sendPlan.js'
import { submitSend } from '../../features/send/submitSend.js'
import { localSiwx } from '../../features/siwx/localSiwx.js'
import { signIn } from '../../features/siwx/signIn.js'
import { connectGroups } from '../../features/wallets/connectGroups.js'
import { verifySiwx } from '../../siwx/verify/verifySiwx.js'
import { createTestKit } from '../createTestKit.js'
import { announceToyWallet } from './toyAnnouncement.js'
import { toyFamily } from './toyFamily.js'
import { createToyLedger, toyDeposit, toyFee } from './toyLedger.js'
import { toyPages } from './toyPages.js'
import { isToySignIn, toySignature } from './toySignature.js'
import { toyFacts, toyWallet } from './toyWallet.js'

const stops: (() => void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  // Modules that a kit loads on demand.
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})

function setUp(pages: Parameters<typeof toyPages>[0] = {}) {
  const { ledger, open } = toyPages(pages)
  const page = (config: Partial<Omit<Config, 'clock'>> = {}) => {
    const kit = open(config)
    const stop = kit.start()
    stops.push(stop)
    return { kit, stop, state: () => kit.store.getState() }
  }
  return { ledger, page }
}

async function connected(config: Partial<Omit<Config, 'clock'>> = {}) {
  const { ledger, page } = setUp()
  const opened = page(config)
  await connect(opened.kit, { connectorId: 'toy' })
  return { ledger, page, ...opened }
}

test('connects, and shows a balance', async () => {
  const { kit, state } = await connected()
  expect(accountOf(state())).toMatchObject({ address: 'Ada', namespace: 'toy', networkId: 'toy:one' })
  expect(state().connection.status).toEqual({ toy: 'connected' })
  expect(await fetchBalance(kit)).toEqual({ status: 'success', amount: '10', symbol: 'MRB' })
})

test('each account has what the wallet tells of it', async () => {
  const { state } = await connected()
  expect(accountOf(state())?.facts).toEqual(toyFacts('Ada', 0))
  expect(accountsOf(state()).map(({ address, facts }) => [address, facts?.type])).toEqual([
    ['Ada', 'spending'],
    ['ada', 'keeping'],
  ])
})

test('switches its network, and shows what is there', async () => {
  const { kit, state } = await connected()
  await switchNetwork(kit, { networkId: 'toy:two' })
  expect(activeNetworkId(state())).toBe('toy:two')
  expect(await fetchBalance(kit)).toMatchObject({ amount: '0.5' })
})

test('two addresses that differ in their letters are two', async () => {
  const { kit, state } = await connected()
  setLabel(kit, { namespace: 'toy', address: 'Ada', label: 'Mine' })
  setLabel(kit, { namespace: 'toy', address: 'ada', label: 'Hers' })
  expect(labelOf(kit, state(), { namespace: 'toy', address: 'Ada' })).toBe('Mine')
  expect(labelOf(kit, state(), { namespace: 'toy', address: 'ada' })).toBe('Hers')
})

test('an address that is written in two ways is one', async () => {
  const { kit, state } = await connected()
  setLabel(kit, { namespace: 'toy', address: 'one-Grace', label: 'Grace' })
  setLabel(kit, { namespace: 'toy', address: 'Grace', label: 'Amazing' })
  expect(state().account.labels).toHaveLength(1)
  expect(labelOf(kit, state(), { namespace: 'toy', address: 'two-Grace' })).toBe('Amazing')
})

test('the form recognises the visitor’s own account, also if it is typed as another chain writes it', async () => {
  const { state } = await form('two-Ada')
  expect(state().send?.recipient).toMatchObject({ status: 'valid', warnings: ['self'] })
})

test('a shortened address shows the prefix of its kind in addition to its first characters', async () => {
  const { kit } = await connected()
  const short = (address: string) => shortAddress(kit, { address, namespace: 'toy' })
  expect(short('one-Abcdefghijklmnop')).toBe('one-Abcd…klmnop')
  expect(short('Abcdefghijklmnop')).toBe('Abcd…klmnop')
})

test('the comparison of look-alikes leaves out the prefix that all addresses of a kind share', async () => {
  const known = 'one-Abcdefghijklmnop'
  const { kit, state } = await form('Grace')
  setLabel(kit, { namespace: 'toy', address: known, label: 'Friend' })
  const lookalike = async (text: string) => {
    setSendRecipient(kit, { text })
    for (let round = 0; round < 6; round++) await kit.clock.advance(600)
    const recipient = state().send?.recipient
    return recipient?.status === 'valid' ? recipient.lookalike : undefined
  }
  expect(await lookalike('two-Abcdxxxxxxxklmnop')).toBe(known)
  expect(await lookalike('two-Abcdefghijklmnop')).toBeUndefined()
})

async function form(recipient: string) {
  const opened = await connected()
  const { kit, state } = opened
  const { caipAddress } = accountOf(state()) ?? { caipAddress: 'toy:one:Ada' as const }
  const quantity = { decimals: '2', numeric: '10' }
  const coin = { name: 'Marble', symbol: 'MRB', chainId: 'toy:one', iconUrl: '', price: 0, quantity } as const
  update(kit, 'account', (account) => ({
    ...account,
    portfolios: { [caipAddress]: { status: 'success', tokens: [coin] } },
  }))
  beginSend(kit)
  setSendAmount(kit, { amount: '2.5' })
  setSendRecipient(kit, { text: recipient })
  for (let round = 0; round < 6; round++) await kit.clock.advance(600)
  return opened
}

test('sends to an address of its own', async () => {
  const { kit, ledger, state } = await form('Grace')
  expect(state().send?.recipient).toMatchObject({ status: 'valid', address: 'Grace' })
  expect(sendPlanOf(state())?.fault).toBeUndefined()
  const sent = await submitSend(kit)
  expect(ledger.moved('toy:one')).toEqual([{ id: 'move-1', from: 'Ada', to: 'Grace', units: 250n }])
  expect(sent).toMatchObject({ id: 'move-1', symbol: 'MRB', to: 'Grace' })
  await followSent(kit)
  expect(state().account.sent?.[0]?.status).toBe('confirmed')
})

test('sends to a name of its own', async () => {
  const { state } = await form('Grace.toy')
  expect(state().send?.recipient).toMatchObject({ status: 'valid', address: 'Grace', name: 'Grace.toy' })
})

test('reads a payment link of its own, and makes one', async () => {
  const { kit, state } = await form('marbles:Grace/125')
  expect(state().send).toMatchObject({
    text: 'Grace',
    amount: '1.25',
    recipient: { status: 'valid', address: 'Grace' },
  })
  const account = accountOf(state())
  expect(account && (await receiveLink(kit, { account }))).toBe('marbles:Ada')
  setSendRecipient(kit, { text: 'marbles:Grace?all' })
  for (let round = 0; round < 6; round++) await kit.clock.advance(600)
  expect(state().send).toMatchObject({
    amount: '1.25',
    recipient: { status: 'invalid', reason: 'linkUnsupported' },
  })
})

test('what belongs to nobody in the family is warned of', async () => {
  const { state } = await form('Nobody')
  expect(state().send?.recipient).toMatchObject({ status: 'valid', warnings: ['nobodys', 'firstTime'] })
})

test.each([
  ['the same account, written for another chain', 'two-GraceHopperNavy', []],
  ['another account, by the case of a letter', 'graceHopperNavy', ['lookalike', 'firstTime']],
  ['another account with the same ends', 'GracyMurrayNavy', ['lookalike', 'firstTime']],
  // The prefix does not distinguish addresses: after it, 6 of the 10 visible characters are the same.
  ['an account with little in common', 'one-GralyMurrayNaby', ['firstTime']],
])('somebody known is told from %s', async (_, text, warnings) => {
  const { kit, state } = await form('one-GraceHopperNavy')
  await submitSend(kit)
  setSendRecipient(kit, { text })
  for (let round = 0; round < 6; round++) await kit.clock.advance(600)
  expect(state().send?.recipient).toMatchObject({ status: 'valid', address: text, warnings })
})

test('a chain that the family cannot have is refused', async () => {
  const { kit } = await connected()
  const strange = { ...kit.config.networks[0], id: 'ONE', caipNetworkId: 'toy:ONE' }
  expect(() => addNetwork(kit, strange)).toThrow('Invalid chain id')
  expect(() => setUp().page({ networks: [strange] })).toThrow('is not a chain id of toy')
})

test('the host’s service is asked for what the family says, and for nothing else', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(new URL(input instanceof Request ? input.url : input).pathname)
    return Response.json({ http: ['toy:one'], ws: [], data: [], next: null })
  })
  const { kit, state } = await connected({ services: 'https://services.example' })
  expect(kit.config.networks[0].rpcUrls.service).toBeUndefined()
  await fetchPortfolio(kit)
  await fetchNfts(kit)
  await fetchIdentity(kit)
  await fetchTransactions(kit)
  expect(asked.filter((path) => !path.startsWith('/e'))).toEqual([
    '/v1/supported-chains',
    '/v1/account/Ada/history',
  ])
  expect(state().account.portfolios?.['toy:one:Ada']?.status).toBe('unserved')
})

test.each([
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  'ethereum:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  'x',
])('an address of another family is refused: %s', async (text) => {
  const { state } = await form(text)
  expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'malformed' })
})

test('signs a message', async () => {
  const { kit } = await connected()
  expect(await signMessage(kit, { message: 'hello' })).toBe(
    toySignature({ address: 'Ada', type: 'spending' }, 'hello'),
  )
})

test('signs bytes, and with the account that is in use', async () => {
  const { kit } = await connected()
  await switchAccount(kit, { account: { address: 'ada', namespace: 'toy' } })
  const signed = await signMessage(kit, { message: new Uint8Array([1, 2]) })
  expect(signed).toBe(toySignature({ address: 'ada', type: 'keeping' }, new Uint8Array(2)))
})

test('signs in', async () => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
  const siwx = localSiwx({ storage: memoryStorage(), required: false })
  const { kit, state } = await connected({ siwx })
  await signIn(kit)
  expect(state().siwx).toMatchObject({ status: 'signedIn', account: 'toy:one:Ada' })
})

test('a server verifies who signed in, by the family’s own signature', async () => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
  const siwx = localSiwx({ storage: memoryStorage(), required: false })
  const { kit } = await connected({ siwx })
  await signIn(kit)
  const [{ message, signature } = { message: '', signature: '' }] = await siwx.getSessions('toy:one', 'Ada')
  const expected = {
    domain: 'app.example',
    scheme: 'https',
    nonceStore: { add() {}, consume: () => true },
    chainIds: ['toy:one'],
    maxAge: 60_000,
  } as const
  const verifiers: verifySiwx.Parameters['verifiers'] = {
    toy: async (signed) => isToySignIn(signed.message, signed.address, signed.signature),
  }
  const verified = await verifySiwx({ message, signature, expected, verifiers })
  expect(verified.account).toBe('toy:one:Ada')
  const refused = [
    { message, signature: signature.replace('in ', ''), expected, verifiers },
    { message: message.replace('Ada', 'ada'), signature, expected, verifiers },
    { message, signature, expected: { ...expected, domain: 'other.example' }, verifiers },
    { message, signature, expected },
  ]
  for (const one of refused) await expect(verifySiwx(one)).rejects.toThrow()
})

test('a wallet that announces itself later is listed then', async () => {
  const ledger = createToyLedger({})
  const page = new EventTarget()
  const kit = createTestKit({
    networks: [{ ...toyPages().open().config.networks[0] }],
    adapters: [toyFamily({ ledger, page })],
  })
  stops.push(kit.start())
  const listed = () => kit.store.getState().connection.connectors.map(({ id }) => id)
  expect(listed()).toEqual([])
  announceToyWallet(page, toyWallet({ ledger, accounts: ['Ada'], networks: ['toy:one'] }))
  expect(listed()).toEqual(['toy'])
})

test('a host that wants no announced wallets has none', () => {
  const { state } = setUp().page({ enableEIP6963: false })
  expect(state().connection.connectors).toEqual([])
})

test('Max leaves the fee, and what must stay in the account', async () => {
  const { kit, ledger, state } = await form('Grace')
  setSendMax(kit)
  for (let round = 0; round < 6; round++) await kit.clock.advance(600)
  expect(sendPlanOf(state())).toMatchObject({ fault: undefined, units: 1_000n - toyFee - toyDeposit })
  await submitSend(kit)
  expect(ledger.balanceOf('toy:one', 'Ada')).toBe(toyDeposit)
})

test('one wallet of two families is one line, connected and switched at once for both', async () => {
  const { page } = setUp({ isInTwo: true })
  const { kit, state } = page()
  const groups = connectGroups(state(), { isMobile: false })
  expect(groups.flatMap(({ choices }) => choices)).toHaveLength(1)
  await connect(kit, { connectorId: 'toy' })
  expect(state().connection.status).toEqual({ toy: 'connected', toz: 'connected' })
  expect(accountsOf(state()).map(({ caipAddress }) => caipAddress)).toEqual([
    'toy:one:Ada',
    'toy:one:ada',
    'toz:one:Ada',
    'toz:one:ada',
  ])
  await switchAccount(kit, { account: { address: 'ada', namespace: 'toz' } })
  expect(accountOf(state())?.caipAddress).toBe('toz:one:ada')
  // Each family has its own account in use.
  expect(accountOf(state(), 'toy')?.address).toBe('Ada')
})

test('two families with one wallet are both there after a reload', async () => {
  const { page } = setUp({ isInTwo: true })
  const { kit, stop } = page()
  await connect(kit, { connectorId: 'toy' })
  await switchAccount(kit, { account: { address: 'ada', namespace: 'toz' } })
  stop()
  const again = page()
  await vi.waitFor(() => expect(accountOf(again.state(), 'toz')?.address).toBe('ada'))
  expect(accountOf(again.state(), 'toy')?.address).toBe('Ada')
  expect(activeNetworkId(again.state())).toBe('toz:one')
})

test('is connected again after a reload, on the network that was chosen', async () => {
  const { kit, stop, page } = await connected()
  await switchNetwork(kit, { networkId: 'toy:two' })
  stop()
  const again = page()
  await vi.waitFor(() => expect(accountOf(again.state())?.address).toBe('Ada'))
  expect(activeNetworkId(again.state())).toBe('toy:two')
})
