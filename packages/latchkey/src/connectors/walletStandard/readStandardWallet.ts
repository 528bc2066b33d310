import type { Namespace } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { cleanText } from '../../protocol/schema/text.js'
import { isIcon } from '../injected/readAnnouncement.js'

/** A feature of a wallet: an object with functions, which are called on it. */
export type Feature = { readonly [name: string]: unknown }

/** An account that a wallet of the Wallet Standard grants. */
export type StandardAccount = {
  readonly address: string
  /** The wallet's own object, which its features expect. */
  readonly own: unknown
}

/** A wallet of the Wallet Standard. Its own object is foreign: it is read anew each time, and may throw. */
export type StandardWallet = {
  readonly own: object
  readonly name: string
  /** A `data:` picture, or `undefined` if the wallet's is too large or of another type. */
  readonly icon: string | undefined
  /** Its chains of the family, as the wallet names them. */
  readonly chains: readonly string[]
}

const chainLimit = 50
const accountLimit = 100

/**
 * Reads a wallet that may be hostile: each property once, and within `try`, because a getter may throw. `undefined` if
 * it has no chain of the family or cannot connect.
 */
export function readStandardWallet(value: unknown, namespace: Namespace): StandardWallet | undefined {
  try {
    if (typeof value !== 'object' || value === null) return undefined
    const { name, icon, chains } = value as { readonly [name: string]: unknown }
    if (typeof name !== 'string' || !Array.isArray(chains)) return undefined
    const own = chains.slice(0, chainLimit).filter((chain) => isChainOf(chain, namespace))
    const shown = cleanText(name, 64)
    if (shown === '' || own.length === 0 || featureOf(value, 'standard:connect') === undefined)
      return undefined
    return { own: value, name: shown, icon: isIcon(icon) ? icon : undefined, chains: own }
  } catch {
    // This wallet is passed over, the others are not.
    return undefined
  }
}

/** Returns a wallet's feature; `undefined` if it has none of that name. */
export function featureOf(wallet: object, name: string): Feature | undefined {
  try {
    const { features } = wallet as { readonly features?: unknown }
    const feature = isRecord(features) ? features[name] : undefined
    return isRecord(feature) ? feature : undefined
  } catch {
    return undefined
  }
}

/** Calls a function of a wallet's feature. Async, because some wallets throw before they return a promise. */
export async function callFeature(
  wallet: object,
  name: string,
  ...inputs: readonly unknown[]
): Promise<unknown> {
  const [, method = ''] = name.split(':')
  const feature = featureOf(wallet, name)
  const run = feature?.[method]
  if (typeof run !== 'function') throw new Error(`the wallet has no ${name}`)
  return run.apply(feature, inputs)
}

/**
 * Reads the accounts of a family. Leaves out what is none of its addresses, and repetitions.
 *
 * @param accounts The wallet's list; its present one if absent.
 */
export async function readStandardAccounts(
  { own }: Pick<StandardWallet, 'own'>,
  { namespace, toAddress }: Family,
  accounts: unknown = (own as { readonly accounts?: unknown }).accounts,
): Promise<readonly StandardAccount[]> {
  if (!Array.isArray(accounts)) return []
  const read = await Promise.all(
    accounts.slice(0, accountLimit).map(async (account: unknown): Promise<StandardAccount | undefined> => {
      try {
        const { address: text, chains } = account as { readonly address?: unknown; readonly chains?: unknown }
        const isOfFamily = Array.isArray(chains) && chains.some((chain) => isChainOf(chain, namespace))
        const address = isOfFamily ? await toAddress(text) : undefined
        return address === undefined ? undefined : { address, own: account }
      } catch {
        return undefined
      }
    }),
  )
  const found = read.filter((account) => account !== undefined)
  return found.filter(({ address }, index) => found.findIndex((one) => one.address === address) === index)
}

export type Family = {
  readonly namespace: Namespace
  /** The address as the family writes it, or `undefined`. */
  readonly toAddress: (value: unknown) => Promise<string | undefined>
}

function isChainOf(chain: unknown, namespace: Namespace): chain is string {
  return typeof chain === 'string' && chain.length <= 64 && chain.startsWith(`${namespace}:`)
}
