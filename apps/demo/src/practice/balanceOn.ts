import type { Adapter, Network } from 'latchkey'
import { type Ledger, type LedgerFamily, ledgerNetworksOf } from '../settings.js'

/** What an account has on a ledger, read as the kit reads it, such as `12.5 SOL`. */
export async function balanceOn(ledger: Ledger, address: string): Promise<string> {
  const [network] = ledgerNetworksOf({ ledgers: [ledger] })
  const adapter = await adapterOf(ledger.namespace)
  const { units, decimals, symbol } = await adapter.getBalance({ network: network as Network, address })
  return `${toText(units, decimals)} ${symbol}`
}

/** A family's code is loaded when its first balance is read. */
async function adapterOf(family: LedgerFamily): Promise<Adapter> {
  switch (family) {
    case 'solana':
      return (await import('latchkey/solana')).solana()
    case 'bip122':
      return (await import('latchkey/bip122')).bip122()
    case 'polkadot':
      return (await import('latchkey/polkadot')).polkadot()
  }
}

/** An amount with four decimals, rounded down. */
function toText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals, digits.length - decimals + 4)}`
}
