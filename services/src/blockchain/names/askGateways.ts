import { type Hex, isHex } from 'viem'
import type { GuardedFetch } from '../../outbound/guardedFetch.js'

/** Most gateways tried for one question, and most bytes of an answer. */
const gatewayLimit = 3
const answerSize = 256 * 1024

/**
 * Asks the gateways that a contract names for off-chain data (EIP-3668). It uses the guarded fetch, because any
 * contract may name a gateway address inside this network.
 */
export async function askGateways(
  fetch: GuardedFetch,
  { sender, data, urls }: { readonly sender: string; readonly data: Hex; readonly urls: readonly string[] },
): Promise<Hex> {
  let cause: unknown
  for (const url of urls.slice(0, gatewayLimit)) {
    const address = url.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
    try {
      const { body } = await fetch(address, {
        size: answerSize,
        accept: 'application/json',
        ...(url.includes('{data}') ? {} : { json: { data, sender } }),
      })
      return readAnswer(body.toString('utf8'))
    } catch (error) {
      cause = error
    }
  }
  throw new Error('no gateway answered', { cause })
}

function readAnswer(text: string): Hex {
  const answer: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : { data: text.trim() }
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  if (!isHex(data)) throw new Error('not the data of a gateway')
  return data
}
