import { base64 } from '@scure/base'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError, type KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { unsupported } from './answers.js'
import { nameOf, readTerms } from './choose.js'
import type { Choice } from './chooseCoins.js'
import { clearAnswer, notAsked } from './clearAnswer.js'
import { broadcast, type Coin, fromService, readCoins } from './esplora.js'
import { isTooLarge, readParents, tooLarge } from './parents.js'
import { type BtcSigner, loadBtcSigner } from './peer.js'
import { buildPsbt, complete, isAsOrdered, type Order } from './psbt.js'
import { readWallet } from './readWallet.js'
import { endsOf } from './sender.js'

/**
 * Asks the wallet to sign exactly what was reviewed, checks what it signed, and broadcasts that.
 *
 * @see Transfers.send
 */
export const sendTransfer: Transfers['send'] = async ({
  provider,
  network,
  transfer,
  fee,
  wallet: name,
  isWanted = () => true,
}) => {
  const wallet = readWallet(provider)
  const btc = await loadBtcSigner()
  const { ordered, bytes } = await orderOf(btc, { network, transfer, fee }).catch((cause: unknown) => {
    if (isKitError(cause, 'REQUEST_TOO_LARGE')) throw cause
    throw accountError('REVIEW_OUTDATED', { cause, details: String(cause) })
  })
  if (!isWanted()) throw accountError('REVIEW_OUTDATED')
  const inputs = Array.from({ length: ordered.inputsLength }, (_, index) => ({
    address: transfer.from,
    index,
  }))
  const answer = await wallet.signPsbt({ psbt: base64.encode(bytes), inputs }).catch((error: unknown) => {
    throw failureOf(error, name)
  })
  const signed = readSigned(btc, ordered, answer)
  // The visitor may have made another payment in its place.
  if (!isWanted()) throw walletError('WALLET_ANSWER_UNCLEAR')
  await broadcast(network, signed).catch((cause: unknown) => {
    // The wallet, or a node, may have passed it on.
    throw walletError('WALLET_ANSWER_UNCLEAR', { cause })
  })
  return { kind: 'transaction', id: signed.id }
}

const isSameAs = (coin: Choice['coins'][number]) => (one: Coin) =>
  nameOf(one) === nameOf(coin) && one.value === coin.value

/**
 * Makes what the wallet is to sign, from the reviewed quote alone.
 *
 * @throws If it cannot be made, or would not do what was reviewed: the wallet is not asked.
 */
async function orderOf(
  btc: BtcSigner,
  { network, transfer, fee }: Pick<Parameters<Transfers['send']>[0], 'network' | 'transfer' | 'fee'>,
) {
  const choice = readTerms(fee)
  if (choice === undefined || choice.units !== transfer.units) throw new Error('quote')
  const ends = endsOf(btc, network, transfer)
  const read = (at: Network) => readCoins(at, transfer.from)
  const areThere = (known: readonly Coin[]) => choice.coins.every((coin) => known.some(isSameAs(coin)))
  // What the services do not list yet, the nodes may.
  const isListed = areThere((await fromService(network, read)) ?? []) || areThere(await read(network))
  if (!isListed) throw new Error('spent')
  // A taproot signature covers the amounts of all coins.
  const parents = ends.from.kind === 'tr' ? new Map() : await readParents(btc, network, ends.from, choice)
  const order: Order = { choice, ...ends, network, account: transfer.sender, parents }
  const ordered = buildPsbt(btc, order)
  const bytes = ordered.toPSBT()
  if (isTooLarge(bytes.length)) throw tooLarge()
  if (!isAsOrdered(btc, bytes, order)) throw new Error('quote')
  return { ordered, bytes }
}

/** @throws `WALLET_ANSWER_INVALID`: nothing was broadcast here, but the wallet may have. */
function readSigned(btc: BtcSigner, ordered: Parameters<typeof complete>[1], answer: string) {
  try {
    return complete(btc, ordered, base64.decode(answer))
  } catch (cause) {
    throw walletError('WALLET_ANSWER_INVALID', { cause, details: String(cause) })
  }
}

function failureOf(error: unknown, wallet: string): KitError {
  const clearly = clearAnswer(error)
  if (clearly === 'refused') return walletError('REQUEST_REJECTED', { slots: { wallet }, cause: error })
  if (clearly) return unsupported('signPsbt', error)
  return notAsked(error) ?? walletError('WALLET_ANSWER_UNCLEAR', { cause: error })
}
