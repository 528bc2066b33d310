import { accountCreations, create2Deployer, sponsorDeposit } from './accountContracts.js'
import { bytecode } from './bytecode.js'
import { contracts } from './contracts.js'
import { creations } from './creations.js'
import { grants, pools } from './market.js'
import { naming } from './names.js'
import { people } from './people.js'
import type { Ask } from './rpc.js'
import type { Miner } from './transactions.js'

/** How many days ago the contracts were deployed. */
export const contractsDaysAgo = 210

/** Returns whether the contracts are deployed. */
export async function hasContracts(ask: Ask): Promise<boolean> {
  return (await ask('eth_getCode', [contracts.multicall, 'latest'])) !== '0x'
}

/** @throws an `Error` if the deployer account was used for something else */
export async function mineContracts(ask: Ask, { mine }: Miner): Promise<void> {
  const count = await ask('eth_getTransactionCount', [people.deployer, 'latest'])
  if (count !== '0x0') throw new Error(`The account ${people.deployer} must be left to the contracts.`)
  for (const data of creations()) await mine({ from: people.deployer, data })
  // After those whose addresses follow from the order.
  for (const data of accountCreations()) await mine({ from: people.deployer, to: create2Deployer, data })
  await mine(sponsorDeposit())
  const chainId = Number(await ask('eth_chainId'))
  for (const transaction of [...grants(), ...pools(), ...naming(chainId)]) await mine(transaction)
  // No key for this address exists, so its code is set. Last, so that finding this contract means that all others
  // exist.
  await ask('anvil_setCode', [contracts.multicall, bytecode.Multicall3])
}
