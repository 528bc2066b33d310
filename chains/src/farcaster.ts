import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { bytecode } from './bytecode.js'
import { type Ask, createAsk } from './rpc.js'

/** Farcaster's contracts on OP Mainnet: who owns an account, and which addresses may sign in for it. */
export const farcasterRegistries = {
  ids: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keys: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const

/** Functions of the local registries with which anybody can write to them. Those on OP Mainnet have others. */
export const registryAbi = parseAbi([
  'function own(address owner, uint256 fid)',
  'function set(uint256 fid, bytes key, uint8 state, uint32 keyType)',
])

/** Puts the registries on a local chain, at their addresses. */
export async function putFarcasterRegistries(ask: Ask): Promise<void> {
  for (const address of Object.values(farcasterRegistries))
    if ((await ask('eth_getCode', [address, 'latest'])) === '0x')
      await ask('anvil_setCode', [address, bytecode.AccountRegistry])
}

/** Registers an account on a local chain, as its owner would: in a transaction of its owner. */
export async function registerFarcasterAccount(
  rpcUrl: string,
  { owner, fid }: { readonly owner: Hex; readonly fid: bigint },
): Promise<void> {
  const ask = createAsk(rpcUrl)
  await putFarcasterRegistries(ask)
  await ask('anvil_setBalance', [owner, '0xde0b6b3a7640000'])
  await ask('anvil_impersonateAccount', [owner])
  const data = encodeFunctionData({ abi: registryAbi, functionName: 'own', args: [owner, fid] })
  await ask('eth_sendTransaction', [{ from: owner, to: farcasterRegistries.ids, data }])
  await ask('anvil_stopImpersonatingAccount', [owner])
}
