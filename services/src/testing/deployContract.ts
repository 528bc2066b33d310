import { createRequire } from 'node:module'
import solc from 'solc'
import { type Abi, encodeDeployData, encodeFunctionData, getAddress, type Hex } from 'viem'
import type { TestChain } from './startChain.js'

type Address = `0x${string}`
export type Artifact = { readonly abi: Abi; readonly bytecode: Hex }

/** The first account that anvil funds, with 10000 Ether. */
export const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Compiles one Solidity source; returns the contracts by name. */
export function compileSolidity(content: string): { readonly [name: string]: Artifact } {
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const contracts = output.contracts?.['a.sol']
  if (contracts === undefined) throw new Error(JSON.stringify(output.errors))
  return Object.fromEntries(
    Object.entries<{ abi: Abi; evm: { bytecode: { object: string } } }>(contracts).map(([name, contract]) => [
      name,
      { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` },
    ]),
  )
}

/** Reads a compiled contract from an npm package: `@uniswap/v2-core/build/UniswapV2Factory.json`. */
export function readArtifact(path: string): Artifact {
  const { abi, bytecode } = createRequire(import.meta.url)(path)
  return { abi, bytecode: String(bytecode).startsWith('0x') ? bytecode : `0x${bytecode}` }
}

/** Deploys a contract from the {@link rich} account; resolves once it is mined. */
export async function deployContract(
  chain: TestChain,
  { abi, bytecode }: Artifact,
  args: readonly unknown[] = [],
): Promise<Address> {
  const receipt = await send(chain, { data: encodeDeployData({ abi, bytecode, args }) })
  return getAddress(String(receipt.contractAddress))
}

/** Calls a contract's function in a transaction of the {@link rich} account; throws if it reverts. */
export async function callContract(
  chain: TestChain,
  to: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<void> {
  const receipt = await send(chain, { to, data: encodeFunctionData({ abi, functionName, args }) })
  if (receipt.status !== '0x1') throw new Error(`${functionName} was reverted`)
}

async function send(chain: TestChain, transaction: object): Promise<{ readonly [name: string]: unknown }> {
  const hash = await chain.request('eth_sendTransaction', [{ from: rich, gas: '0x1c9c380', ...transaction }])
  // The node returns the hash before it mines the block.
  for (;;) {
    const receipt = await chain.request('eth_getTransactionReceipt', [hash])
    if (receipt !== null) return receipt as { readonly [name: string]: unknown }
  }
}
