import { sleep } from '../../core/clock.js'
import { accountError } from '../../protocol/accountErrors.js'
import { parsePaymentLink } from '../../protocol/amounts/parsePaymentLink.js'
import { fetchActivity } from '../account/fetchActivity.js'
import { loadLabels } from '../account/labels.js'
import { isNameLike, resolveName } from '../account/resolveName.js'
import { type Account, accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { latest } from '../latest.js'
import { networkOf } from '../network/state.js'
import { estimateSend } from './estimateSend.js'
import { lookalikeOf } from './lookalikeOf.js'
import { amountInput, sendablesOf } from './sendPlan.js'
import { loadSent } from './sent.js'
import { initialSendState, type Recipient, type RecipientWarning } from './state.js'

/** How long a visitor must not type before a name is looked up. */
const debounce = 500
/** How long the history is waited for; without it there are fewer recipients to compare with. */
const historyPatience = 5_000
/** What looks the recipient up, in {@link latest}. */
export const recipientKey = 'send.recipient'

/**
 * Reads what was typed for the recipient, resolves a name, and finds out what there is to warn of; the newest text wins.
 * The answer is in `state.send.recipient`. Never throws.
 */
export async function checkRecipient(kit: Kit): Promise<void> {
  const signal = latest(kit, recipientKey)
  const set = (recipient: Recipient) => {
    if (signal.aborted) return
    update(kit, 'send', (send = initialSendState) => ({ ...send, recipient }))
  }
  const state = kit.store.getState()
  const account = accountOf(state)
  const text = (state.send?.text ?? '').trim()
  if (account === undefined || text === '') return set({ status: 'empty' })

  const target = readTarget(kit, text, account)
  if ('reason' in target) return set({ status: 'invalid', reason: target.reason })
  set({ status: 'pending' })
  try {
    const address =
      target.name === undefined ? target.address : await lookUp(kit, target.name, account, signal)
    if (signal.aborted) return
    if (address === undefined) return set({ status: 'invalid', reason: 'unknownName' })
    set({ status: 'valid', ...(await lookAt(kit, address, account)), ...named(target.name) })
  } catch {
    // The name could not be looked up: the visitor can paste the address.
    set({ status: 'invalid', reason: 'unreachable' })
  }
  if (!signal.aborted) void estimateSend(kit)
}

/**
 * Resolves the recipient's name once more, at the last moment before the wallet is asked: whoever moved it since then
 * would get what was meant for another. Where it leads elsewhere now, that is in the state, with a warning to be read.
 *
 * @throws `RECIPIENT_CHANGED`, `NAME_RESOLUTION_FAILED`
 */
export async function confirmName(kit: Kit, account: Account): Promise<void> {
  const recipient = kit.store.getState().send?.recipient
  if (recipient?.status !== 'valid' || recipient.name === undefined) return
  const { name } = recipient
  const address = await resolveName(kit, { name, networkId: account.networkId, isForced: true })
  // Another recipient was typed meanwhile, or another account chosen: the wallet is not asked for what is gone.
  if (kit.store.getState().send?.recipient !== recipient) throw accountError('RECIPIENT_CHANGED')
  if (address?.toLowerCase() === recipient.address.toLowerCase()) return
  const found = address && (await lookAt(kit, address, account))
  const next: Recipient = found
    ? { status: 'valid', ...found, warnings: ['nameChanged', ...found.warnings], name }
    : { status: 'invalid', reason: 'unknownName' }
  update(kit, 'send', (send = initialSendState) => ({ ...send, recipient: next }))
  throw accountError('RECIPIENT_CHANGED')
}

type Target =
  | { readonly reason: 'malformed' | 'checksum' }
  | { readonly name: string }
  | { readonly name?: undefined; readonly address: string }

/** Who a text names. A payment link also fills in what it asks for, where that is something the account has. */
function readTarget(kit: Kit, text: string, account: Account): Target {
  const parsed = parsePaymentLink(text, { namespace: account.namespace })
  if (parsed.status === 'refused') {
    if (isNameLike(text)) return { name: text }
    return { reason: parsed.reason === 'checksum' ? 'checksum' : 'malformed' }
  }
  const { request } = parsed
  const isOfThisNetwork = request.networkId === undefined || request.networkId === account.networkId
  if (request.namespace !== account.namespace || !isOfThisNetwork) return { reason: 'malformed' }
  if (text.includes(':')) applyRequest(kit, account, request)
  return request.recipient.startsWith('0x') || account.namespace !== 'eip155'
    ? { address: request.recipient }
    : { name: request.recipient }
}

function applyRequest(
  kit: Kit,
  account: Account,
  {
    recipient,
    tokenAddress,
    units,
  }: { recipient: string; tokenAddress?: string | undefined; units?: bigint | undefined },
) {
  const state = kit.store.getState()
  const network = networkOf(state, account.networkId)
  if (network === undefined) return
  const wanted = sendablesOf(state, account, network).find(
    ({ contract }) => contract?.toLowerCase() === tokenAddress?.toLowerCase(),
  )
  update(kit, 'send', (send = initialSendState) => ({
    ...send,
    // What is seen is who gets it, not the link it was in.
    text: recipient,
    ...(wanted === undefined
      ? {}
      : {
          token: wanted.token.address,
          isMax: false,
          isFiat: false,
          ...(units === undefined ? {} : { amount: amountInput(units, wanted.decimals, state.locale.tag) }),
        }),
  }))
}

async function lookUp(kit: Kit, name: string, account: Account, signal: AbortSignal) {
  await sleep(kit.clock, debounce, signal)
  return resolveName(kit, { name, networkId: account.networkId })
}

const named = (name: string | undefined) => (name === undefined ? {} : { name })

async function lookAt(
  kit: Kit,
  recipient: string,
  account: Account,
): Promise<{ address: string; warnings: readonly RecipientWarning[]; lookalike?: string }> {
  const checksummed = await kit.adapters.get(account.namespace)?.toAddress(recipient)
  const address = checksummed ?? recipient
  const state = kit.store.getState()
  const network = networkOf(state, account.networkId)
  const isSame = (other: string | undefined) => other?.toLowerCase() === address.toLowerCase()
  const [known, isCode] = await Promise.all([
    knownRecipients(kit, account),
    isContract(kit, account, address),
  ])
  const tokens = network === undefined ? [] : sendablesOf(state, account, network)
  const isToken = tokens.some(({ contract }) => isSame(contract))
  const named = loadLabels(kit).filter(({ namespace }) => namespace === account.namespace)
  const familiar = [...known, ...account.addresses, ...named.map((label) => label.address)]
  const lookalike = lookalikeOf(address, familiar)
  const isSelf = account.addresses.some(isSame)
  const warnings: RecipientWarning[] = []
  if (lookalike !== undefined) warnings.push('lookalike')
  if (isToken) warnings.push('token')
  if (isNobodys(address)) warnings.push('nobodys')
  if (isSelf) warnings.push('self')
  if (!isToken && isCode) warnings.push('contract')
  if (!isSelf && !known.some(isSame)) warnings.push('firstTime')
  return { address, warnings, ...(lookalike === undefined ? {} : { lookalike }) }
}

/** The zero address, and the one that stands for burning: there is no key to either. */
function isNobodys(address: string): boolean {
  return /^0x0{36}(0000|dead)$/i.test(address)
}

/** Whom the account itself has sent to; who only sent to it may be anybody. */
async function knownRecipients(kit: Kit, account: Account): Promise<readonly string[]> {
  const before = kit.store.getState().account.activities?.[account.caipAddress]
  // Without the history there are fewer to compare with; what was sent from here is known in any case.
  if (before === undefined) {
    const fetched = fetchActivity(kit, { account }).catch(() => {})
    await Promise.race([fetched, sleep(kit.clock, historyPatience)])
  }
  const activity = kit.store.getState().account.activities?.[account.caipAddress]
  const own = account.address.toLowerCase()
  const fromHistory = (activity?.transactions ?? []).flatMap(({ metadata, transfers }) => {
    if (metadata.sentFrom.toLowerCase() !== own || metadata.operationType !== 'send') return []
    const recipients = transfers
      .filter(({ direction }) => direction === 'out')
      .map(({ recipient }) => recipient)
    return [...recipients, transfers.length === 0 ? metadata.sentTo : undefined]
  })
  const fromHere = loadSent(kit)
    .filter(({ status }) => status !== 'failed' && status !== 'replaced')
    .map(({ to }) => to)
  return [
    ...new Set([...fromHere, ...fromHistory.filter((address) => address !== undefined && address !== '')]),
  ] as string[]
}

async function isContract(kit: Kit, account: Account, address: string): Promise<boolean> {
  const network = networkOf(kit.store.getState(), account.networkId)
  const adapter = kit.adapters.get(account.namespace)
  if (network === undefined || adapter?.transfers === undefined) return false
  try {
    return await (await adapter.transfers()).isContract({ network, address })
  } catch {
    // The node does not answer: the fee cannot be estimated then either, so nothing is sent unwarned.
    return false
  }
}
