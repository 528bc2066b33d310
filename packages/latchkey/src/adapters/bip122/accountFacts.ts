import type { Adapter } from '../../core/adapter.js'
import { isRecord } from '../../protocol/checks.js'
import { parseJson } from '../../protocol/parseJson.js'
import { memberOf, readAccounts } from './answers.js'

/**
 * Reads what a wallet says of its accounts in a session's properties, as its answer to `getAccountAddresses`: a list
 * of accounts with their intentions, or addresses by intention.
 *
 * @see Adapter.accountFacts
 */
export const accountFacts: NonNullable<Adapter['accountFacts']> = ({ addresses, properties }) => {
  const text = properties.bip122_getAccountAddresses ?? ''
  const said = text.length > 20_000 ? undefined : parseJson(text)
  return readAccounts(entriesOf(said)).filter(({ address }) => addresses.includes(address))
}

/** The entries of either form, each with what it says that its address is for. */
function entriesOf(said: unknown): readonly unknown[] {
  if (Array.isArray(said)) return said.map((one) => entryOf(one, memberOf(one, 'intention')))
  if (!isRecord(said)) return []
  return Object.entries(said).flatMap(([intention, list]) =>
    Array.isArray(list) ? list.map((one) => entryOf(one, intention)) : [],
  )
}

const entryOf = (one: unknown, purpose: unknown) => ({
  ...(isRecord(one) ? one : { address: one }),
  purpose,
})
