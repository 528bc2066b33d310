import { isSameAddress, shapeOf } from '../../core/addresses.js'
import type { Transfers } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { loadLabels } from '../account/labels.js'
import type { Account } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { fetchLookalikes } from './fetchLookalikes.js'
import { knownRecipients } from './knownRecipients.js'
import { bodyOf, lookalikeOf } from './lookalikeOf.js'
import { sendablesOf } from './sendPlan.js'
import type { RecipientWarning } from './state.js'

type LookedAt = {
  /** With its checksum, where its family has one. */
  readonly address: string
  /** The weightiest first. */
  readonly warnings: readonly RecipientWarning[]
  /** The known address that it looks like. */
  readonly lookalike?: string
}

/** `isPartial`: the service may name more addresses to compare with later. */
type Looked = LookedAt & { readonly isPartial: boolean }

/** Finds out what there is to warn of before something is sent to an address. */
export async function warnOf(kit: Kit, recipient: string, account: Account): Promise<Looked> {
  const checksummed = await kit.adapters.get(account.namespace)?.toAddress(recipient)
  const address = checksummed ?? recipient
  const state = kit.store.getState()
  const network = networkOf(state, account.networkId)
  const { namespace } = account
  const isSame = (other: string | undefined) =>
    other !== undefined && isSameAddress(kit, { address: other, namespace }, { address, namespace })
  const transfers = await kit.adapters.get(namespace)?.transfers?.()
  const shape = (one: string) => shapeOf(kit, { address: one, namespace })
  const [known, told, isCode] = await Promise.all([
    knownRecipients(kit, account),
    fetchLookalikes(kit, account, bodyOf(address, shape)),
    isContract(network, transfers, address),
  ])
  const tokens = network === undefined ? [] : sendablesOf(state, account, network)
  const isToken = tokens.some(({ contract }) => isSame(contract))
  const named = loadLabels(kit).filter((label) => label.namespace === namespace)
  // The service's addresses come last. They are only compared with: no answer of the service makes an address known.
  const familiar = [...account.addresses, ...named.map((label) => label.address), ...known, ...told.addresses]
  // As this network writes them: an address that was paid on another network looks otherwise here.
  const adapter = kit.adapters.get(namespace)
  const written = familiar.map(async (one) => (await adapter?.toAddress(one, account.networkId)) ?? one)
  const isSelf = account.addresses.some(isSame)
  const lookalike = isSelf
    ? undefined
    : lookalikeOf(address, await Promise.all(written), { isSame, shapeOf: shape })
  const warnings: RecipientWarning[] = []
  if (lookalike !== undefined) warnings.push('lookalike')
  if (isToken) warnings.push('token')
  if (transfers?.isNobodys?.(address)) warnings.push('nobodys')
  if (isSelf) warnings.push('self')
  if (!isToken && isCode) warnings.push('contract')
  if (!isSelf && !known.some(isSame)) warnings.push('firstTime')
  const { isPartial } = told
  return { address, warnings, isPartial, ...(lookalike === undefined ? {} : { lookalike }) }
}

async function isContract(
  network: Network | undefined,
  transfers: Transfers | undefined,
  address: string,
): Promise<boolean> {
  if (network === undefined || transfers === undefined) return false
  try {
    return await transfers.isContract({ network, address })
  } catch {
    // The node does not answer: the fee cannot be estimated then either, so nothing is sent unwarned.
    return false
  }
}
