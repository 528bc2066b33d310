import { createRequire } from 'node:module'
import { concatHex, encodeFunctionData, type Hex, parseEther, zeroHash } from 'viem'
import { entryPointAbi } from './abis.js'
import { contracts } from './contracts.js'
import { people } from './people.js'
import type { Transaction } from './transactions.js'

/**
 * The contracts of smart accounts (ERC-4337 v0.8, EIP-7702), at the addresses that they have on nearly every chain:
 * those follow from the code and a salt.
 */
export const accountContracts = {
  entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  /** What an account delegates to: it has no state and no owner but the account's own key. */
  simple7702Account: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
} as const satisfies { readonly [name: string]: Hex }

/** The deployer of contracts by CREATE2, which anvil has from the start. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const salts: { readonly [name in keyof typeof accountContracts]: Hex } = {
  entryPoint: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
  simple7702Account: zeroHash,
}
const artifacts: { readonly [name in keyof typeof accountContracts]: string } = {
  entryPoint: 'EntryPoint',
  simple7702Account: 'Simple7702Account',
}

/** What the deployer is called with to create each of {@link accountContracts}: a salt and the creation code. */
export function accountCreations(): readonly Hex[] {
  const require = createRequire(import.meta.url)
  return (Object.keys(accountContracts) as (keyof typeof accountContracts)[]).map((name) => {
    const path = `@account-abstraction/contracts/artifacts/${artifacts[name]}.json`
    const { bytecode } = require(path) as { readonly bytecode: Hex }
    return concatHex([salts[name], bytecode])
  })
}

/** Deposits what `contracts.sponsor` pays for the operations of others with. */
export function sponsorDeposit(): Transaction {
  return {
    from: people.deployer,
    to: accountContracts.entryPoint,
    value: parseEther('10'),
    data: encodeFunctionData({ abi: entryPointAbi, args: [contracts.sponsor] }),
  }
}
