import { type Hex, isHex } from 'viem'
import type { GuardedFetch } from '../web/guardedFetch.js'

/** Gateways of one question that are tried, and bytes of an answer. */
const gatewayLimit = 3
const answerSize = 256 * 1024

/**
 * Asks the gateways that a contract names for what it keeps elsewhere (EIP-3668), through the guarded door: a contract
 * is anybody's, so its gateways may be named to reach into this network.
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
