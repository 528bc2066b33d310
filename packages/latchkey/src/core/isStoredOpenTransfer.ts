import { isNetworkId } from '../protocol/caip.js'
import { isDecimals, isRecord } from '../protocol/checks.js'
import type { Tracked, TransferIntent } from './intent.js'

const isText = (value: unknown, length = 300) => typeof value === 'string' && value.length <= length
const isOptional = (value: unknown, length = 300) => value === undefined || isText(value, length)
const isUnits = (value: unknown) => typeof value === 'string' && /^\d{1,78}$/.test(value)
const isCount = (value: unknown) => value === undefined || Number.isSafeInteger(value)

const isTerms = (value: unknown) =>
  value === undefined || (isRecord(value) && Object.values(value).every((term) => isText(term)))

/** Accepts unknown codes: a later version may have written them. */
function isError(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.code)) return false
  const { slots = {} } = value
  return isRecord(slots) && Object.values(slots).every((slot) => isText(slot) || Number.isFinite(slot))
}

/** Whether a stored value is a transfer that a wallet was asked for. */
export function isStoredOpenTransfer(value: unknown): value is Tracked<TransferIntent> {
  if (!isRecord(value) || !isRecord(value.intent) || !isRecord(value.asked)) return false
  const { intent, asked, status, askedAt, error } = value
  const { recipient, facts } = intent
  return (
    ['asked', 'unknown', 'refused'].includes(status as string) &&
    Number.isFinite(askedAt) &&
    (error === undefined || isError(error)) &&
    isOptional(value.answered) &&
    isOptional(value.failedBatch, 8194) &&
    (value.isGivenUp === undefined || value.isGivenUp === true) &&
    ['transaction', 'calls'].includes(asked.kind as string) &&
    isCount(asked.nonce) &&
    isCount(asked.waiting) &&
    isCount(asked.height) &&
    isCount(value.requestId) &&
    isOptional(asked.callsId, 8194) &&
    isTerms(asked.terms) &&
    intent.kind === 'transfer' &&
    isText(intent.id) &&
    isNetworkId(intent.networkId) &&
    isText(intent.account) &&
    isText(intent.connectorId) &&
    isText(intent.wallet) &&
    Number.isFinite(intent.madeAt) &&
    isRecord(recipient) &&
    isText(recipient.address) &&
    isOptional(recipient.name) &&
    Array.isArray(recipient.warnings) &&
    isUnits(intent.units) &&
    isText(intent.symbol) &&
    isDecimals(intent.decimals) &&
    isOptional(intent.tokenAddress) &&
    isOptional(intent.iconUrl, 24_000) &&
    (intent.isUnverified === undefined || intent.isUnverified === true) &&
    (intent.isUnstored === undefined || intent.isUnstored === true) &&
    Number.isFinite(intent.price) &&
    Number.isFinite(intent.coinPrice) &&
    isRecord(facts)
  )
}
