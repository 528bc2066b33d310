import type { Adapter } from '../../core/adapter.js'
import type { AccountFacts } from '../../core/connector.js'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { PaymentLinks } from '../../protocol/amounts/parsePaymentLink.js'
import { findToyWallets } from './toyAnnouncement.js'
import { type ToyLedger, toyDeposit, toyFee } from './toyLedger.js'
import { guardToyProvider, readToyProvider } from './toyProvider.js'

/**
 * A chain family that the kit does not know; it shows what a new family needs. All its code is in this folder, and no
 * code of the kit names it.
 */
export function toyFamily({
  ledger,
  page = new EventTarget(),
  namespace = 'toy',
}: {
  readonly ledger: ToyLedger
  /** The event target on which its wallets announce themselves. */
  readonly page?: EventTarget | undefined
  readonly namespace?: string | undefined
}): Adapter {
  return {
    namespace,
    name: 'Toy',
    discover: ({ isAnnouncedEnabled }, onChange) =>
      isAnnouncedEnabled ? findToyWallets(page, namespace, onChange) : () => {},
    toAddress: async (value) =>
      typeof value === 'string' && /^((one|two)-)?[A-Za-z]{3,20}$/.test(value) ? value : undefined,
    // As in SS58, one account has an address for each chain.
    isSameAddress: (one, other) => one.replace(mark, '') === other.replace(mark, ''),
    addressShape: (address) => ({ prefixLength: mark.exec(address)?.[0].length ?? 0, isCaseless: false }),
    async getBalance({ network, address }) {
      const { decimals, symbol } = network.nativeCurrency
      return { units: ledger.balanceOf(network.caipNetworkId, address), decimals, symbol }
    },
    async walletState(provider) {
      const wallet = readToyProvider(provider)
      return { networkId: await wallet.where(), addresses: await wallet.whoAmI() }
    },
    // Its nodes support only sockets.
    rpcTransports: ['webSocket'],
    guardProvider: ({ provider, gate }) => guardToyProvider(readToyProvider(provider), gate),
    explorerPath: (page) => ('tx' in page ? `/moves/${encodeURIComponent(page.tx)}` : undefined),
    signMessage: async ({ provider, address, account, message }) =>
      readToyProvider(provider).sign(account ?? { address, type: 'unknown' }, message),
    signIn: async ({ provider, address, account, message }) =>
      readToyProvider(provider).signIn(account ?? { address, type: 'unknown' }, message),
    accountFacts: ({ addresses, properties }) => readToyAccounts(properties.toy_accounts, addresses),
    // Its chain references are lower-case words.
    toReference: (value) => (typeof value === 'string' && /^[a-z]{3,8}$/.test(value) ? value : undefined),
    services: ['history'],
    paymentLinks: async () => toyLinks,
    names: async () => ({
      resolve: async ({ name }) => /^([A-Za-z]+)\.toy$/.exec(name)?.[1],
      identify: async () => ({ name: null, avatar: null }),
    }),
    walletProtocol: async () => ({
      methods: ['toy_pay', 'toy_sign', 'toy_signIn'],
      events: ['chainChanged', 'accountsChanged'],
    }),
    transfers: async () => toyTransfers(ledger),
  }
}

/** `Ada spending, ada keeping`: the form in which wallets of the family describe their accounts in a session. */
function readToyAccounts(text = '', addresses: readonly string[]): readonly AccountFacts[] {
  return text.split(', ').flatMap((entry) => {
    const [address = '', type = ''] = entry.split(' ')
    return addresses.includes(address) && type !== ''
      ? [{ address, type, publicKey: `key-of-${address}` }]
      : []
  })
}

/** The possible prefixes of an address, which name its chain. */
const mark = /^(one|two)-/

/** `marbles:Grace/250`: the amount is in base units. */
const toyLinks: PaymentLinks = {
  scheme: 'marbles',
  parse(rest) {
    const [, recipient, units] = /^([A-Za-z-]+)(?:\/(\d{1,20}))?$/.exec(rest) ?? []
    if (recipient === undefined) return { status: 'refused', reason: 'malformed' }
    const amount = units === undefined ? {} : { units: BigInt(units) }
    return { status: 'ok', request: { namespace: 'toy', recipient, ...amount } }
  },
  faultOf: (address) => (/^[A-Za-z-]+$/.test(address) ? undefined : 'malformed'),
  make: ({ address }) => `marbles:${address}`,
}

function toyTransfers(ledger: ToyLedger): Transfers {
  return {
    methods: { transaction: 'toy_pay' },
    estimate: async () => ({ most: String(toyFee), about: String(toyFee), kept: String(toyDeposit) }),
    balance: async ({ network, address }) => ledger.balanceOf(network.caipNetworkId, address),
    isContract: async () => false,
    isNobodys: (address) => address === 'Nobody',
    facts: async () => ({ isContract: false }),
    prepare: async ({ network }) => ({
      kind: 'transaction',
      height: ledger.moved(network.caipNetworkId).length,
    }),
    async send({ provider, network, transfer: { from, sender, to, units } }) {
      if (sender?.publicKey !== `key-of-${from}`) throw accountError('SEND_FAILED', { details: 'no key' })
      return {
        kind: 'transaction',
        id: await readToyProvider(provider).pay(network.caipNetworkId, from, to, units),
      }
    },
    async find({ network, transfer, asked: { height = 0 }, others = [] }) {
      const found = ledger
        .moved(network.caipNetworkId)
        .slice(height)
        .find(
          ({ id, from, to, units }) =>
            from === transfer.from && to === transfer.to && units === transfer.units && !others.includes(id),
        )
      return found === undefined
        ? { status: 'open' }
        : { status: 'sent', sent: { kind: 'transaction', id: found.id } }
    },
    async status({ network, sent }) {
      const isIn = ledger.moved(network.caipNetworkId).some(({ id }) => id === sent.id)
      return { status: isIn ? 'confirmed' : 'pending', hash: sent.id }
    },
  }
}
