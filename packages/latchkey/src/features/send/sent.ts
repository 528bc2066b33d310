import type { State } from '../Kit.js'
import { type Kit, update } from '../Kit.js'
import { type Sent, sentItem, sentLimit } from './state.js'

/** What was sent from here, newest first. Read from the storage when it is first asked for. */
export function loadSent(kit: Kit): readonly Sent[] {
  const known = kit.store.getState().account.sent
  if (known !== undefined) return known
  const stored = kit.storage.read(sentItem) ?? []
  update(kit, 'account', (state) => ({ ...state, sent: stored }))
  return stored
}

/** Keeps one more, or what has become of one, in the state and in the storage. */
export function keepSent(kit: Kit, sent: Sent): void {
  // Another tab may have kept some meanwhile.
  const stored = kit.storage.read(sentItem) ?? []
  const inState = kit.store.getState().account.sent ?? []
  const others = [...inState, ...stored.filter(({ id }) => inState.every((one) => one.id !== id))]
  const rest = others.filter(({ id }) => id !== sent.id)
  const all = [sent, ...rest].sort((a, b) => b.sentAt - a.sentAt).slice(0, sentLimit)
  update(kit, 'account', (state) => ({ ...state, sent: all }))
  kit.storage.write(sentItem, all)
}

/** What was sent from an account on its network, newest first. */
export function sentBy(
  { account }: State,
  { address, networkId }: { readonly address: string; readonly networkId: string },
): readonly Sent[] {
  return (account.sent ?? []).filter((sent) => sent.from === address && sent.networkId === networkId)
}
