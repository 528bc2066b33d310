import type { Session } from '@latchkey/sign-client/wallet'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { openFamilyAccount, type ProtocolAccount } from '../../demo/src/practice/openFamilyAccount.js'
import type { Settings } from './settings.js'

/** The key phrase that local development chains fund. It is public: never hold anything of value with it. */
const developmentPhrase = 'test test test test test test test test test test test junk'

/** One person's account: an address in each family. */
export type WalletAccount = {
  readonly name: string
  /** Its key on EVM chains. */
  readonly signer: HDAccount
  /** Its keys in the other families. */
  readonly families: readonly ProtocolAccount[]
}

/** Opens the accounts, in the families of the local ledgers. */
export async function openAccounts({ ledgers = [] }: Settings): Promise<readonly WalletAccount[]> {
  return Promise.all(
    // Skips the first account, which the demo's practice wallet uses: two wallets should be two people.
    [1, 2, 3].map(async (person) => ({
      name: `Account ${person}`,
      signer: mnemonicToAccount(developmentPhrase, { addressIndex: person }),
      families: await Promise.all(ledgers.map(({ namespace }) => openFamilyAccount(namespace, person))),
    })),
  )
}

/** A CAIP-2 id, as the accounts of families take it. */
export type NetworkId = Parameters<ProtocolAccount['addressesOn']>[0]

/** An account's addresses on a network; the first one receives payments. */
export function addressesOn({ signer, families }: WalletAccount, networkId: string): readonly string[] {
  if (networkId.startsWith('eip155:')) return [signer.address]
  const family = families.find(({ namespace }) => networkId.startsWith(`${namespace}:`))
  return family?.addressesOn(networkId as NetworkId) ?? []
}

/** The account that has an address on a network. */
export function accountOf(
  accounts: readonly WalletAccount[],
  networkId: string,
  address: unknown,
): WalletAccount | undefined {
  const written = (text: unknown) =>
    networkId.startsWith('eip155:') ? String(text).toLowerCase() : String(text)
  return accounts.find((account) =>
    addressesOn(account, networkId).some((own) => written(own) === written(address)),
  )
}

/** The accounts that an app may use on a network: those that the user granted it, in their order. */
export function grantedAccounts(
  accounts: readonly WalletAccount[],
  session: Pick<Session, 'namespaces'> | undefined,
  networkId: string,
): readonly WalletAccount[] {
  const granted = Object.values(session?.namespaces ?? {}).flatMap(({ accounts }) => accounts)
  const isGranted = (address: string) => granted.includes(`${networkId}:${address}`)
  return accounts.filter((account) => addressesOn(account, networkId).some(isGranted))
}
