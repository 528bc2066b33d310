import { followItem } from '../followItem.js'
import { type Kit, type State, update } from '../Kit.js'
import { type Sent, sentItem, sentLimit } from './state.js'

/**
 * What was sent from here, newest first. Read from the storage when it is first asked for; from then on what other tabs
 * send, and what they find out of it, is here at once.
 */
export function loadSent(kit: Kit): readonly Sent[] {
  followItem(kit, sentItem, () => void readStored(kit))
  return kit.store.getState().account.sent ?? readStored(kit)
}

/** Keeps one more, or what has become of one, in the state and in the storage. */
export function keepSent(kit: Kit, sent: Sent): void {
  loadSent(kit)
  // Another tab may have kept some meanwhile, and this page not have been told yet.
  const known = readStored(kit)
  const others = known.filter(({ id }) => id !== sent.id)
  const kept = further(
    known.find(({ id }) => id === sent.id),
    sent,
  )
  const all = [kept, ...others].sort((a, b) => b.sentAt - a.sentAt).slice(0, sentLimit)
  update(kit, 'account', (state) => ({ ...state, sent: all }))
  kit.storage.write(sentItem, storable(all))
}

/** What was sent from an account on its network, newest first. */
export function sentBy(
  { account }: State,
  { address, networkId }: { readonly address: string; readonly networkId: string },
): readonly Sent[] {
  return (account.sent ?? []).filter((sent) => sent.from === address && sent.networkId === networkId)
}

/** Puts what is stored together with what is known here, each once. */
function readStored(kit: Kit): readonly Sent[] {
  const stored = kit.storage.read(sentItem) ?? []
  update(kit, 'account', ({ sent: known = [], ...state }) => {
    const others = known.filter(({ id }) => stored.every((one) => one.id !== id))
    const merged = stored.map((one) =>
      further(
        known.find(({ id }) => id === one.id),
        one,
      ),
    )
    const sent = [...merged, ...others].sort((a, b) => b.sentAt - a.sentAt).slice(0, sentLimit)
    return { ...state, sent }
  })
  return kit.store.getState().account.sent ?? stored
}

/** The one that tells more: an end that a tab has seen is not taken back by one that has not looked since. */
function further(known: Sent | undefined, told: Sent): Sent {
  return known !== undefined && known.status !== 'pending' && told.status === 'pending' ? known : told
}

/** The most characters of all together that are stored: the storage takes an item of 64 kB at most, or none of it. */
const storedLength = 60_000
/** The most characters of a picture: it is nice to have, the transfer is what must not be lost. */
const storedPictureLength = 1_000

/** What there is room for: small pictures, and as many of the newest as fit. */
function storable(all: readonly Sent[]): readonly Sent[] {
  let left = storedLength
  return all
    .map(({ iconUrl, ...sent }) =>
      iconUrl === undefined || iconUrl.length > storedPictureLength ? sent : { ...sent, iconUrl },
    )
    .filter((sent) => {
      left -= JSON.stringify(sent).length + 1
      return left >= 0
    })
}
