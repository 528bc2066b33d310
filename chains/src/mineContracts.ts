import { bytecode } from './bytecode.js'
import { contracts } from './contracts.js'
import { creations } from './creations.js'
import { grants, pools } from './market.js'
import { naming } from './names.js'
import { people } from './people.js'
import type { Ask } from './rpc.js'
import type { Miner } from './transactions.js'

/** How long ago the contracts were put on a chain. */
export const contractsDaysAgo = 210

/** Whether the contracts are on the chain. */
export async function hasContracts(ask: Ask): Promise<boolean> {
  return (await ask('eth_getCode', [contracts.multicall, 'latest'])) !== '0x'
}

/** @throws an `Error` where the deployer has been used for something else */
export async function mineContracts(ask: Ask, { mine }: Miner): Promise<void> {
  const count = await ask('eth_getTransactionCount', [people.deployer, 'latest'])
  if (count !== '0x0') throw new Error(`The account ${people.deployer} must be left to the contracts.`)
  for (const data of creations()) await mine({ from: people.deployer, data })
  const chainId = Number(await ask('eth_chainId'))
  for (const transaction of [...grants(), ...pools(), ...naming(chainId)]) await mine(transaction)
  // Nobody here has the key that this address belongs to. Last: whoever finds it finds everything.
  await ask('anvil_setCode', [contracts.multicall, bytecode.Multicall3])
}
