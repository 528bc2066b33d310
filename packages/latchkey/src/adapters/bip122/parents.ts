import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { bytesOf } from './bytes.js'
import type { Choice } from './chooseCoins.js'
import { fromService, readTxHex } from './esplora.js'
import type { BtcSigner } from './peer.js'
import { type Parents, parentOf } from './psbt.js'
import type { Sender } from './sender.js'

/** How large a PSBT may be, in bytes. Most wallets take no larger one. */
const psbtLimit = 1_000_000
export const tooLarge = () => accountError('REQUEST_TOO_LARGE')
export const isTooLarge = (bytes: number): boolean => bytes > psbtLimit

/**
 * Reads the transactions that coins come from, through the host's services if those prove the coins: a transaction's id
 * is the hash of its bytes, and its output says the amount and whose it is.
 *
 * @throws `REQUEST_TOO_LARGE` as soon as they are too large for a PSBT.
 */
export async function readParents(
  btc: BtcSigner,
  network: Network,
  from: Sender,
  choice: Choice,
): Promise<Parents> {
  return (await readProof(btc, network, from, choice)) ?? readAll(network, choice)
}

/** Reads the same from the host's services alone; `undefined` if they do not prove all coins. */
export function readProof(
  btc: BtcSigner,
  network: Network,
  from: Sender,
  choice: Choice,
): Promise<Parents | undefined> {
  return fromService(network, async (at) => {
    const parents = await readAll(at, choice)
    for (const coin of choice.coins) parentOf(btc, from, parents, coin)
    return parents
  })
}

async function readAll(network: Network, { coins }: Choice): Promise<Parents> {
  const ids = [...new Set(coins.map(({ txid }) => txid))]
  const parents = new Map<string, Uint8Array>()
  let size = 0
  while (parents.size < ids.length) {
    // A few at a time: public nodes refuse many at once.
    const next = ids.slice(parents.size, parents.size + 5)
    await Promise.all(
      next.map(async (id) => {
        const bytes = bytesOf(await readTxHex(network, id))
        parents.set(id, bytes)
        size += bytes.length
      }),
    )
    if (isTooLarge(size)) throw tooLarge()
  }
  return parents
}
