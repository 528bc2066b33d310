import type { Network } from 'latchkey'
import { defineNetwork } from 'latchkey/networks'

/** The families whose ledgers `npm start` runs beside the EVM chains. */
export type LedgerFamily = 'solana' | 'bip122' | 'polkadot'

/** A local ledger of such a family; it may still be starting when the page opens. */
export type Ledger = {
  readonly namespace: LedgerFamily
  /** Its CAIP-2 reference. */
  readonly reference: string
  readonly name: string
  readonly rpcUrl: string
  /** The same by WebSocket, where the family has it. */
  readonly webSocketUrl?: string | undefined
  /** How its addresses are written, where its family has several ways: the SS58 prefix. */
  readonly prefix?: number | undefined
  /** `stopped`: it ended after it had started, and is being started again. */
  readonly state: 'starting' | 'ready' | 'stopped' | 'failed'
}

/** The addresses of the demo's parts, served at `/settings.json`. */
export type Settings = {
  readonly services: string
  readonly wallet: string
  readonly chains: readonly {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly contracts?: Network['contracts']
  }[]
  readonly ledgers?: readonly Ledger[] | undefined
  /** The embedded wallet's site, and the page that shows the mails with its codes. */
  readonly site?: string | undefined
  readonly mailbox?: string | undefined
  /** The page that plays the login's providers. */
  readonly providers?: string | undefined
}

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/settings.json')
  if (!response.ok) throw new Error(`/settings.json answered with status ${response.status}`)
  return (await response.json()) as Settings
}

export function networksOf({ chains }: Settings): readonly [Network, ...Network[]] {
  const [first, ...rest] = chains.map(({ id, name, rpcUrl, contracts }) =>
    defineNetwork({
      id,
      name,
      rpcUrl,
      contracts,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }),
  )
  if (first === undefined) throw new Error('/settings.json names no chain')
  return [first, ...rest]
}

const coins: { readonly [family in LedgerFamily]: Network['nativeCurrency'] } = {
  solana: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  bip122: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  polkadot: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
}

/** The first ledger of each family. */
export function firstOfEach(ledgers: readonly Ledger[]): readonly Ledger[] {
  return ledgers.filter(
    ({ namespace }, index) => ledgers.findIndex((one) => one.namespace === namespace) === index,
  )
}

/** The ledgers as networks of the kit. */
export function ledgerNetworksOf({ ledgers = [] }: Pick<Settings, 'ledgers'>): readonly Network[] {
  return ledgers.map(({ namespace, reference, name, rpcUrl, webSocketUrl }) =>
    defineNetwork({
      id: reference,
      namespace,
      name,
      rpcUrl,
      webSocketUrl,
      nativeCurrency: coins[namespace],
    }),
  )
}
