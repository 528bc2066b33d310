import {
  type Address,
  createClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseAbi,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getChainId, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { bytecode } from './bytecode.js'

/** A contract account (ERC-1271). */
export type SmartAccount = {
  readonly address: Address
  readonly signMessage: (message: string) => Promise<Hex>
}

const accountAbi = parseAbi(['constructor(address owner)'])
const factoryAbi = parseAbi(['function create(address owner, bytes32 salt) returns (address)'])

/**
 * Deploys a smart account with a new key on a local chain, or only computes it: its signatures then include its
 * creation (ERC-6492).
 */
export async function makeSmartAccount(
  rpcUrl: string,
  { isDeployed }: { readonly isDeployed: boolean },
): Promise<SmartAccount> {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 50 })
  const owner = privateKeyToAccount(generatePrivateKey())
  // Uses its own funds and deployer, so that the chain's contracts keep their addresses.
  await (client.request as (call: object) => Promise<unknown>)({
    method: 'anvil_setBalance',
    params: [owner.address, '0xde0b6b3a7640000'],
  })
  const id = await getChainId(client)
  const chain = {
    id,
    name: '',
    nativeCurrency: { name: '', symbol: '', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const send = async (transaction: { readonly to?: Address; readonly data: Hex }) =>
    waitForTransactionReceipt(client, {
      hash: await sendTransaction(client, { account: owner, chain, ...transaction }),
    })

  const { contractAddress: factory } = await send({ data: bytecode.SmartAccountFactory })
  if (!factory) throw new Error('The factory of the smart account was not made.')
  const creation = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'create',
    args: [owner.address, zeroHash],
  })
  const code = encodeDeployData({ abi: accountAbi, bytecode: bytecode.SmartAccount, args: [owner.address] })
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode: code })
  if (isDeployed) await send({ to: factory, data: creation })
  return {
    address,
    async signMessage(message) {
      const signature = await owner.signMessage({ message })
      if (isDeployed) return signature
      return serializeErc6492Signature({ address: factory, data: creation, signature })
    },
  }
}
