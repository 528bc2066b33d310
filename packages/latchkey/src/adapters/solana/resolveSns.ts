import { type Address, isOffCurveAddress } from '@solana/kit'
import type { Names } from '../../core/names.js'
import { firmNodesOf } from './nodes.js'
import {
  dataOf,
  nameAccountOf,
  nameDataOf,
  readAccounts,
  recordClass,
  refused,
  tokenizer,
  tokenRecordOf,
  topLevel,
  zero,
} from './snsAccounts.js'
import { addressInOldRecord, addressInRecord } from './snsRecords.js'
import { tokenizedOwner } from './tokenizedOwner.js'

/** The service keeps its names on this network. */
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** How the tokenizer marks a domain that a collectible no longer stands for. */
const inactive = 3

/**
 * The address of a name of the Solana Name Service, by its rules (SNS-IP 5); `undefined` if nobody has the name.
 *
 * @throws `NAME_RESOLUTION_FAILED` if the name exists and its address is not certain, and for each `.sol` name
 *   (`docs/decisions/184`); `NETWORK_UNREADABLE`.
 */
export const resolveSns: NonNullable<Names['prove']> = async ({ name, networkId, networks }) => {
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (network === undefined || networkId !== mainnet) return undefined
  if (/\.sol$/i.test(name)) throw refused('.sol names have left the Solana Name Service')
  const labels = labelsOf(name)
  if (labels === undefined) return undefined

  const place = await placeOf(labels)
  const { domain, parent } = place
  const oldRecord = await nameAccountOf('\u0001SOL', domain)
  const tokenRecord = await tokenRecordOf(domain)
  const asked = [
    ...[domain, parent, tokenRecord, oldRecord],
    await nameAccountOf('\u0002SOL', domain, recordClass),
  ]
  const ask = firmNodesOf(network)
  const [own, above, token, old, record] = await readAccounts(ask, asked)
  const found = nameDataOf(own, { parent })
  if (found === undefined) return undefined
  if (parent !== topLevel && nameDataOf(above, { parent: topLevel }) === undefined) {
    throw refused('nobody has the name above')
  }
  const mark = dataOf(token, tokenizer)?.[0]
  if (mark !== undefined && mark !== inactive) {
    const holder = await tokenizedOwner(ask, { ...place, record: tokenRecord })
    if (!isPersons(holder)) throw refused('a program has the collectible')
    return holder
  }
  const { owner } = found
  if (!isPersons(owner)) throw refused('a program has the name')

  const now = nameDataOf(record, { parent: domain, nameClass: recordClass })
  const before = nameDataOf(old, { parent: domain })
  const address = now && addressInRecord(now.bytes, owner)
  const signed = async () => before && addressInOldRecord(before.bytes, { owner, place: oldRecord })
  const result = address ?? (await signed()) ?? owner
  // The rules say the owner where a former owner wrote the newer record; wallets read the older record.
  if (now !== undefined && address === undefined && result !== owner)
    throw refused('two records contradict each other')
  if (!isPersons(result)) throw refused('the record leads to a program')
  return result
}

/** Whether an address can be the key of an account. The zero address could be, but nobody has it. */
const isPersons = (address: Address) => address !== zero && !isOffCurveAddress(address)

/**
 * The labels of a `.sns` name. Only Latin letters, digits, `-` and `_` are accepted: others can look like these, or not
 * be seen at all.
 */
function labelsOf(name: string): readonly string[] | undefined {
  const match = /^((?:[a-z0-9_-]+\.)?[a-z0-9_-]+)\.sns$/i.exec(name)
  return match?.[1]?.toLowerCase().split('.')
}

/** Where a name is kept: `name` below the top level, `part.name` below `name`. */
async function placeOf(
  labels: readonly string[],
): Promise<{ readonly domain: Address; readonly parent: Address }> {
  const [first = '', second] = labels
  if (second === undefined) return { domain: await nameAccountOf(first, topLevel), parent: topLevel }
  const parent = await nameAccountOf(second, topLevel)
  return { domain: await nameAccountOf(`\u0000${first}`, parent), parent }
}
