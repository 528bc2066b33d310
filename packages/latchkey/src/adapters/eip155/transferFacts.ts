import { type Client, hexToString, parseAbi } from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { tokenAbi } from './callOf.js'
import { chainClient } from './chainClient.js'
import { firmClient, firmly, unreadableIn } from './firmClient.js'

/** @see Transfers.facts */
export const transferFacts: Transfers['facts'] = async ({ network, to, tokenAddress, witness }) => {
  const client = firmClient(network, witness)
  const [code, token] = await firmly(
    Promise.all([
      codeAt(client, to),
      tokenAddress === undefined ? undefined : readToken(client, tokenAddress),
    ]),
  )
  return { isContract: isContractCode(code), ...(token === undefined ? {} : { token }) }
}

/** @see Transfers.isContract */
export const isContract: Transfers['isContract'] = async ({ network, address }) => {
  return isContractCode(await codeAt(chainClient(network), address))
}

/** An account that only delegates to code (EIP-7702) can still send what it gets. */
const isContractCode = (code: string) => code !== '0x' && !code.startsWith('0xef0100')

async function codeAt(client: Client, address: string): Promise<string> {
  return (await getCode(client, { address: address as `0x${string}` })) ?? '0x'
}

async function readToken(client: Client, tokenAddress: string) {
  // If no node answers, this throws that error, not `TOKEN_UNREADABLE`: nothing is known about the token.
  if ((await codeAt(client, tokenAddress)) === '0x') throw accountError('TOKEN_UNREADABLE')
  const token = { address: tokenAddress as `0x${string}`, abi: tokenAbi } as const
  const [decimals, symbol] = await Promise.all([
    readContract(client, { ...token, functionName: 'decimals' }).catch((cause: unknown) => {
      throw unreadableIn(cause) ?? accountError('TOKEN_UNREADABLE', { cause })
    }),
    readSymbol(client, token.address),
  ])
  return { decimals, ...(symbol === undefined ? {} : { symbol: symbol.slice(0, 32) }) }
}

/** Reads a token's symbol from its contract: a text or, in older tokens such as MKR, bytes. */
async function readSymbol(client: Client, address: `0x${string}`): Promise<string | undefined> {
  const read = { address, functionName: 'symbol' } as const
  try {
    return await readContract(client, { ...read, abi: tokenAbi })
  } catch (error) {
    const failure = unreadableIn(error)
    if (failure !== undefined) throw failure
    const bytes = await readContract(client, { ...read, abi: bytesAbi }).catch(() => undefined)
    return bytes && hexToString(bytes, { size: 32 })
  }
}

const bytesAbi = parseAbi(['function symbol() view returns (bytes32)'])
