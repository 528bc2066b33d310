import * as v from 'valibot'
import type { Adapter } from '../../core/adapter.js'
import { parseJson } from '../../core/json.js'
import { readAccounts } from './answers.js'

const entry = v.object({
  address: v.string(),
  publicKey: v.optional(v.string()),
  path: v.optional(v.string()),
  intention: v.optional(v.string()),
})
const byIntention = v.record(v.string(), v.array(v.union([v.string(), entry])))

/**
 * Reads what a wallet says of its accounts in a session's properties, as its answer to `getAccountAddresses`: a list
 * of accounts with their intentions, or addresses by intention.
 *
 * @see Adapter.accountFacts
 */
export const accountFacts: NonNullable<Adapter['accountFacts']> = ({ addresses, properties }) => {
  const text = properties.bip122_getAccountAddresses ?? ''
  const said = text.length > 20_000 ? undefined : parseJson(text)
  const entries = [...listed(said), ...grouped(said)]
  const read = readAccounts(entries.map(({ intention = '', ...one }) => ({ ...one, purpose: intention })))
  return read.filter(({ address }) => addresses.includes(address))
}

function listed(said: unknown) {
  const { success, output } = v.safeParse(v.array(entry), said)
  return success ? output : []
}

function grouped(said: unknown) {
  const { success, output } = v.safeParse(byIntention, said)
  if (!success) return []
  return Object.entries(output).flatMap(([intention, list]) =>
    list.map((one) => ({ ...(typeof one === 'string' ? { address: one } : one), intention })),
  )
}
