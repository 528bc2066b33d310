import { hexToBytes } from '@noble/hashes/utils.js'
import type { Client } from 'viem'
import { hasChecksum } from '../../protocol/hasChecksum.js'
import { keySignatureOf, signerOf } from './keySignature.js'
import { SiwxError } from './SiwxError.js'

const patience = 5_000

type Parameters = {
  readonly text: string
  readonly address: string
  readonly signature: string
  /** Reads the chain for accounts that are contracts; several must agree by majority. */
  readonly clients: readonly Client[]
}

/**
 * Whether an account of eip155 signed a text: a key (ERC-191, low s only), else a contract, deployed (ERC-1271) or not
 * yet (ERC-6492), as the chain says.
 *
 * @throws `CHAIN_UNREACHABLE` when too few of the clients answered in 5 s to know.
 */
export async function verifyEip155({ text, address, signature, clients }: Parameters): Promise<boolean> {
  if (!hasChecksum(address)) throw new SiwxError('ADDRESS_INVALID')
  if (!/^0x(?:[0-9a-f]{2}){1,8192}$/i.test(signature)) throw new SiwxError('SIGNATURE_MALFORMED')
  const key = keySignatureOf(hexToBytes(signature.slice(2)))
  // Decided here: the other forms of a key's signature (high s, 64 bytes) would pass below where its account has code.
  if (key !== undefined && signerOf(text, key) === address.toLowerCase()) return key.isStrict
  if (clients.length === 0) return false
  const answers = await Promise.all(clients.map((client) => ask(client, { text, address, signature })))
  const needed = Math.floor(clients.length / 2) + 1
  const count = (answer: boolean | undefined) => answers.filter((one) => one === answer).length
  if (count(true) >= needed) return true
  if (count(false) >= needed) return false
  throw new SiwxError('CHAIN_UNREACHABLE')
}

/** A chain's word; `undefined` where it gave none. */
async function ask(
  client: Client,
  { text, address, signature }: Pick<Parameters, 'text' | 'address' | 'signature'>,
): Promise<boolean | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  const answer = isContractSignature(client, { text, address, signature })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

async function isContractSignature(
  client: Client,
  { text, address, signature }: Pick<Parameters, 'text' | 'address' | 'signature'>,
): Promise<boolean | undefined> {
  const account = address as `0x${string}`
  const bytes = signature as `0x${string}`
  try {
    // Without code there is no contract to ask, unless the signature says how to make it.
    if (!/(?:6492){16}$/.test(signature)) {
      const code = await client.request<{
        Method: 'eth_getCode'
        Parameters: [string, string]
        ReturnType: string
      }>({ method: 'eth_getCode', params: [account, 'latest'] })
      if (code === '0x') return false
    }
    // Who has no contract accounts to verify needs no viem.
    const { verifyMessage } = await import('viem/actions')
    return await verifyMessage(client, { address: account, message: text, signature: bytes })
  } catch {
    // The chain did not answer; the caller counts who did.
    return undefined
  }
}
