import { skeletonOf } from '../../connectors/injected/lookalikes.js'
import type { DiscoverContext } from '../../core/adapter.js'
import type { Connector } from '../../core/connector.js'
import { isRecord } from '../../protocol/checks.js'
import { createExtensionConnector } from './createExtensionConnector.js'
import type { Prefixes } from './prefixes.js'
import { type Extension, readExtension } from './readExtension.js'

/** No real page has this many wallets. A script that adds more cannot push out those that were there first. */
const walletLimit = 100
/** So many keys of the object are looked at each time. */
const keyLimit = 1_000
/** Wallets do not announce themselves, so the page is looked at again after these times, in milliseconds. */
const looks = [100, 400, 1_000, 3_000, 10_000]

type Context = DiscoverContext & { readonly prefixes: Prefixes }

/**
 * Finds the wallets at `window.injectedWeb3`. Calls `onChange` with all wallets found so far, first immediately and then
 * whenever there are more. Returns a function that stops this.
 */
export function discoverExtensions(
  context: Context,
  onChange: (connectors: readonly Connector[]) => void,
): () => void {
  if (typeof window === 'undefined' || !context.isAnnouncedEnabled) return () => {}
  const connectors = new Map<string, Connector>()
  let cancel: (() => void) | undefined

  function look(turn: number) {
    const before = connectors.size
    for (const extension of extensionsOfPage(connectors)) {
      if (connectors.size >= walletLimit) break
      connectors.set(extension.key, createExtensionConnector({ extension, prefixes: context.prefixes }))
    }
    if (turn === 0 || connectors.size > before) onChange(listOf([...connectors.values()]))
    const delay = looks[turn]
    cancel = delay === undefined ? undefined : context.clock.setTimeout(() => look(turn + 1), delay)
  }

  look(0)
  return () => cancel?.()
}

/** Wallets whose names look alike are told apart by their keys: a name proves nothing. */
function listOf(connectors: readonly Connector[]): readonly Connector[] {
  const skeletons = connectors.map(({ info }) => skeletonOf(info.name))
  return connectors.map((connector, at) => {
    const { length: sameName } = skeletons.filter((skeleton) => skeleton === skeletons[at])
    const { info } = connector
    return sameName > 1 ? { ...connector, info: { ...info, isAmbiguous: true, sameName } } : connector
  })
}

/** The page's wallets that are not known yet; the first to use a key keeps it. */
function* extensionsOfPage(known: ReadonlyMap<string, unknown>): Generator<Extension> {
  const injected = readInjected()
  if (!isRecord(injected)) return
  for (const key of keysOf(injected)) {
    const extension = known.has(key) ? undefined : readExtension(injected, key)
    if (extension !== undefined) yield extension
  }
}

function keysOf(injected: object): readonly string[] {
  try {
    return Object.keys(injected).slice(0, keyLimit)
  } catch {
    return []
  }
}

function readInjected(): unknown {
  try {
    return (window as { readonly injectedWeb3?: unknown }).injectedWeb3
  } catch {
    return undefined
  }
}
