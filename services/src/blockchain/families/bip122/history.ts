import { type CaipNetworkId, formatUnits, type Transaction, type Transfer } from 'latchkey/protocol'
import type * as v from 'valibot'
import type { Context } from '../../../shared/context.js'
import { HttpError } from '../../../shared/HttpError.js'
import { requireCalls } from '../../budget/meter.js'
import type { Nodes } from '../../nodes.js'
import { expectResult } from '../expectResult.js'
import type { FamilyHistory } from '../Family.js'
import { get, type txSchema, txsSchema } from './paths.js'

type Tx = v.InferOutput<typeof txSchema>
type Output = Tx['vout'][number]

const decimals = 8
/** How many confirmed transactions a server gives at once. */
const pageSize = 25

/**
 * Reads an account's transactions, newest first, as the chain's servers tell them. The cursor is the id of the last
 * confirmed one.
 */
export function createBitcoinHistory(context: Context, chainId: CaipNetworkId, nodes: Nodes): FamilyHistory {
  return {
    async page(owner, cursor) {
      if (cursor !== undefined && !/^[0-9a-f]{64}$/.test(cursor))
        throw new HttpError('INVALID_QUERY', { details: 'cursor: must be a cursor of this service' })
      requireCalls()
      const path = `/address/${owner}/txs${cursor === undefined ? '' : `/chain/${cursor}`}`
      const [reply] = await nodes.ask([get(path)])
      const read = expectResult(reply, txsSchema)
      const confirmed = read.filter(({ status }) => status.confirmed)
      return {
        data: read.slice(0, 100).map((tx) => describe(tx, owner, { chainId, now: context.clock.now() })),
        next: confirmed.length < pageSize ? null : (confirmed.at(-1)?.txid ?? null),
      }
    },
  }
}

type Surroundings = { readonly chainId: CaipNetworkId; readonly now: number }

function describe(tx: Tx, owner: string, { chainId, now }: Surroundings): Transaction {
  const { txid, vin, vout, fee, status } = tx
  const spent = vin.flatMap(({ prevout }) => prevout ?? [])
  const isOwn = (output: Output) => output.scriptpubkey_address === owner
  const isSender = spent.some(isOwn)
  const isAlone = vin.length > 0 && vin.every(({ prevout }) => prevout != null && isOwn(prevout))
  const [payer, payee] = [spent[0], vout.find((output) => isOwn(output) !== isSender) ?? vout[0]]
  const sentFrom = (isSender ? owner : addressIn(payer)) ?? 'unknown'
  const seconds = status.block_time ?? undefined
  return {
    id: `${chainId}:${txid}`,
    metadata: {
      operationType: isSender ? 'send' : spent.length === 0 ? 'mint' : 'receive',
      hash: txid,
      chain: chainId,
      minedAt: new Date(seconds === undefined ? now : Math.min(seconds * 1_000, now)).toISOString(),
      sentFrom,
      sentTo: addressIn(payee) ?? '',
      status: status.confirmed ? 'confirmed' : 'pending',
      nonce: 0,
      // Where others pay a part of it, nobody knows whose the fee was.
      ...(fee !== undefined && isAlone ? { fee: formatUnits(BigInt(fee), decimals) } : {}),
    },
    transfers: isAlone
      ? sentIn(tx, owner)
      : isSender
        ? sharedIn(sumOf(spent.filter(isOwn)) - sumOf(vout.filter(isOwn)), owner)
        : receivedIn(vout.filter(isOwn), owner, addressIn(payer)),
  }
}

/** What the account paid to others; what comes back to it is change. */
function sentIn({ vout }: Tx, owner: string): Transfer[] {
  const others = vout.filter((output) => output.scriptpubkey_address !== owner && output.value > 0)
  if (others.length === 0)
    return [
      transfer('self', sumOf(vout.filter((output) => output.scriptpubkey_address === owner)), owner, owner),
    ]
  return others.slice(0, 100).map((output) => transfer('out', BigInt(output.value), owner, addressIn(output)))
}

/** In a transaction of several senders nobody knows who paid whom: only what the account has less, or more, counts. */
function sharedIn(paid: bigint, owner: string): Transfer[] {
  if (paid === 0n) return []
  return paid > 0n ? [transfer('out', paid, owner, undefined)] : [transfer('in', -paid, undefined, owner)]
}

function receivedIn(outputs: readonly Output[], owner: string, payer: string | undefined): Transfer[] {
  return outputs.length === 0 ? [] : [transfer('in', sumOf(outputs), payer, owner)]
}

function transfer(
  direction: Transfer['direction'],
  units: bigint,
  sender: string | undefined,
  recipient: string | undefined,
): Transfer {
  return {
    fungible_info: { name: 'Bitcoin', symbol: 'BTC' },
    direction,
    quantity: { numeric: formatUnits(units, decimals) },
    ...(sender === undefined ? {} : { sender }),
    ...(recipient === undefined ? {} : { recipient }),
  }
}

function sumOf(outputs: readonly Output[]): bigint {
  return outputs.reduce((sum, { value }) => sum + BigInt(value), 0n)
}

/** The address that an output pays; `undefined` for scripts that have none. */
function addressIn(output: Output | undefined): string | undefined {
  const address = output?.scriptpubkey_address ?? undefined
  return address !== undefined && /^[0-9A-Za-z]{14,90}$/.test(address) ? address : undefined
}
