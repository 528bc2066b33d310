/**
 * An app's requests and a wallet's grants, by chain family (CAIP-25; WalletConnect spec, "Namespaces").
 *
 * A key is a family (`eip155`, with `chains`) or one chain (`eip155:10`). Wallets answer in either form, and mix them.
 */
import { isChainId, isNamespace, namespaceOf, parseAccount, toChainId } from './caip.js'
import { type PeerError, peerErrors } from './peerErrors.js'
import { type Fields, isRecord, readTexts } from './read.js'

/** A request: for a family, or for one chain without `chains`. */
export type ProposalNamespace = {
  readonly chains?: readonly string[] | undefined
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type ProposalNamespaces = { readonly [key: string]: ProposalNamespace }

/** A grant. `accounts` are CAIP-10 and determine the approved chains; `chains` is often absent. */
export type SessionNamespace = {
  readonly accounts: readonly string[]
  readonly chains?: readonly string[] | undefined
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type SessionNamespaces = { readonly [key: string]: SessionNamespace }

type Names = { readonly methods: readonly string[]; readonly events: readonly string[] }

type Reading<value> = { readonly value: value } | { readonly error: PeerError }

const keyLimit = 64
const chainLimit = 512
const accountLimit = 1024
const nameLimit = 256
const nameLength = 128

/**
 * Reads the namespaces of a proposal and normalises chain ids. One invalid entry fails all, with the error to reply:
 * 5104 for a key, 5100 for chains, 5101 for methods, 5102 for events.
 */
export function readProposalNamespaces(value: unknown): Reading<ProposalNamespaces> {
  return readEntries(value, (key, fields) => {
    const chains = fields.chains === undefined ? undefined : readChains(key, fields.chains)
    if (isNamespace(key) ? chains === undefined : !isChainId(key))
      return { error: peerErrors.unsupportedChains }
    if (fields.chains !== undefined && chains === undefined) return { error: peerErrors.unsupportedChains }
    return withNames({ chains }, fields)
  })
}

/**
 * Reads the namespaces that a wallet grants and normalises chain ids (`eip155:0x1` becomes `eip155:1`). One account
 * that is malformed, or does not belong to its key's family or chain, fails all (5103).
 */
export function readSessionNamespaces(value: unknown): Reading<SessionNamespaces> {
  return readEntries(value, (key, fields) => {
    const accounts = readAccounts(key, fields.accounts)
    if (accounts === undefined) return { error: peerErrors.unsupportedAccounts }
    // Accounts determine the approved chains, so invalid chains are dropped without an error.
    return withNames({ accounts, chains: readChains(key, fields.chains) }, fields)
  })
}

/**
 * Checks a grant against the app's requirements: `undefined` if it is sufficient, else the error to reply. Wallets may
 * always grant more, fewer or other optional chains.
 */
export function findUnmet(required: ProposalNamespaces, granted: SessionNamespaces): PeerError | undefined {
  for (const [key, wanted] of Object.entries(required)) {
    const family = isChainId(key) ? namespaceOf(key) : key
    const entries = Object.entries(granted).filter(
      ([name]) => name === family || name.startsWith(`${family}:`),
    )
    if (entries.length === 0) return { ...peerErrors.userRejected, message: `Not granted: ${key}` }
    const chains = isChainId(key) ? [key] : (wanted.chains ?? [])
    const missingChain = chains.find((chain) => !entries.some(([, entry]) => chainsOf(entry).includes(chain)))
    if (missingChain !== undefined) return { code: 5001, message: `Not granted: ${missingChain}` }
    const missingMethod = wanted.methods.find(
      (name) => !entries.some(([, entry]) => entry.methods.includes(name)),
    )
    if (missingMethod !== undefined) return { code: 5002, message: `Not granted: ${missingMethod}` }
    const missingEvent = wanted.events.find(
      (name) => !entries.some(([, entry]) => entry.events.includes(name)),
    )
    if (missingEvent !== undefined) return { code: 5003, message: `Not granted: ${missingEvent}` }
  }
  return undefined
}

/** Returns whether any entry grants an account on the chain. */
export function isChainGranted(granted: SessionNamespaces, chainId: string): boolean {
  return Object.values(granted).some((entry) => chainsOf(entry).includes(chainId))
}

/** Returns whether one entry grants both an account on the chain and the method. */
export function isMethodGranted(granted: SessionNamespaces, chainId: string, method: string): boolean {
  return Object.values(granted).some(
    (entry) => chainsOf(entry).includes(chainId) && entry.methods.includes(method),
  )
}

/**
 * Returns whether an event is allowed for a chain. `chainChanged` may name a chain that is not granted, because
 * announcing it is its purpose; its family must be granted.
 */
export function isEventGranted(granted: SessionNamespaces, chainId: string, event: string): boolean {
  return Object.entries(granted).some(([key, entry]) => {
    if (!entry.events.includes(event)) return false
    if (event === 'chainChanged')
      return key === namespaceOf(chainId) || namespaceOf(key) === namespaceOf(chainId)
    return chainsOf(entry).includes(chainId)
  })
}

/**
 * Returns a session's grants for one family in either form: accounts (CAIP-10), their chains, methods and events. For
 * display and selection only; a single request is checked against each entry.
 */
export function grantOf(granted: SessionNamespaces, namespace: string): Required<SessionNamespace> {
  const entries = Object.entries(granted)
    .filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
    .map(([, entry]) => entry)
  const collect = (list: (entry: SessionNamespace) => readonly string[]) => [
    ...new Set(entries.flatMap(list)),
  ]
  return {
    accounts: collect(({ accounts }) => accounts),
    chains: collect(chainsOf),
    methods: collect(({ methods }) => methods),
    events: collect(({ events }) => events),
  }
}

/** Returns the chains of an entry's accounts. */
function chainsOf({ accounts }: SessionNamespace): readonly string[] {
  return accounts.flatMap((account) => parseAccount(account)?.chainId ?? [])
}

function readEntries<entry>(
  value: unknown,
  read: (key: string, fields: { readonly [name: string]: unknown }) => Reading<entry>,
): Reading<{ readonly [key: string]: entry }> {
  if (!isRecord(value)) return { error: peerErrors.unsupportedNamespaceKey }
  const entries = Object.entries(value)
  if (entries.length > keyLimit) return { error: peerErrors.unsupportedNamespaceKey }
  const readings: [string, entry][] = []
  for (const [name, fields] of entries) {
    const key = isNamespace(name) ? name : toChainId(name)
    if (key === undefined || !isRecord(fields)) return { error: peerErrors.unsupportedNamespaceKey }
    const reading = read(key, fields)
    if ('error' in reading) return reading
    readings.push([key, reading.value])
  }
  // `fromEntries` treats a key named `__proto__` like any other.
  return { value: Object.fromEntries(readings) }
}

function readChains(key: string, value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > chainLimit) return undefined
  const chains = value.map((chain) => toChainId(chain))
  const isGood = chains.every((chain) => chain !== undefined && isOfKey(key, chain))
  return isGood ? [...new Set(chains as string[])] : undefined
}

function readAccounts(key: string, value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > accountLimit) return undefined
  const accounts = value.map((item) => {
    const account = parseAccount(item)
    return account !== undefined && isOfKey(key, account.chainId)
      ? `${account.chainId}:${account.address}`
      : undefined
  })
  return accounts.includes(undefined) ? undefined : [...new Set(accounts as string[])]
}

/** Adds the names of the methods and of the events, which a request and a grant have in common. */
function withNames<part>(part: part, fields: Fields): Reading<part & Names> {
  const methods = readNames(fields.methods)
  if (methods === undefined) return { error: peerErrors.unsupportedMethods }
  const events = readNames(fields.events)
  if (events === undefined) return { error: peerErrors.unsupportedEvents }
  return { value: { ...part, methods, events } }
}

function readNames(value: unknown): readonly string[] | undefined {
  return readTexts(value, nameLimit, (name) => name !== '' && name.length <= nameLength)
}

function isOfKey(key: string, chainId: string): boolean {
  return key.includes(':') ? key === chainId : namespaceOf(chainId) === key
}
