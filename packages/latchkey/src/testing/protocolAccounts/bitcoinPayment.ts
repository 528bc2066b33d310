import type { Transaction } from '@scure/btc-signer'
import * as v from 'valibot'
import type { Prefixes } from '../../adapters/bip122/chains.js'
import { invalidParams } from './readParams.js'

const coins = v.array(
  v.object({
    txid: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    vout: v.pipe(v.number(), v.integer(), v.minValue(0)),
    value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    status: v.object({ confirmed: v.boolean() }),
  }),
)

/** In satoshi for each virtual byte: local chains take any. */
const feeRate = 2n

type Order = {
  readonly to: string
  readonly units: bigint
  readonly privateKey: Uint8Array
  readonly prefixes: Prefixes
}

/** Makes and signs a payment from the coins of a P2WPKH address. @throws `WalletRequestError` -32602 */
export async function payFrom(
  node: string,
  address: string,
  { to, units, privateKey, prefixes: network }: Order,
): Promise<Transaction> {
  const btc = await import('@scure/btc-signer')
  const { pubECDSA } = await import('@scure/btc-signer/utils.js')
  const { script } = btc.p2wpkh(pubECDSA(privateKey), network)
  const own = v.parse(coins, await (await fetch(`${node}/address/${address}/utxo`)).json())
  const inputs = own
    .filter(({ status }) => status.confirmed)
    .map(({ txid, vout, value }) => ({
      txid,
      index: vout,
      witnessUtxo: { script, amount: BigInt(value) },
    }))
  const options = { changeAddress: address, feePerByte: feeRate, network, bip69: true, createTx: true }
  const tx = selected(() => btc.selectUTXO(inputs, [{ address: to, amount: units }], 'default', options))
  if (tx === undefined) throw invalidParams('The account cannot pay this.')
  tx.sign(privateKey)
  tx.finalize()
  return tx
}

function selected(select: () => { readonly tx?: Transaction | undefined } | undefined) {
  try {
    return select()?.tx
  } catch {
    // Not an address, or dust.
    return undefined
  }
}

/** Hands a signed transaction to a node; returns its id. @throws what the node says against it */
export async function postTransaction(node: string, { hex: body, id }: Transaction): Promise<string> {
  const answer = await fetch(`${node}/tx`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  })
  if (!answer.ok) throw new Error(await answer.text())
  return id
}
