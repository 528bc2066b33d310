import type { Context } from '../shared/context.js'
import { createTally, type Holder, type Tally } from './createTally.js'

/** Bytes that the answers of all configured servers together may hold. A client may hold as many as it leaves free. */
const roomSize = 128 * 1024 * 1024

/** The bytes that one piece of work holds. */
export type Claim = {
  /** Takes bytes; returns `false`, and takes none, if its client holds too many, or the work has ended. */
  take(bytes: number): boolean
  /** The work has ended, and nobody holds the bytes any more. */
  release(): void
}

/** A claim of bytes whose number its owner learns last. */
export type OpenClaim = Claim & {
  /** Takes what is missing to hold this many bytes. */
  holdAtLeast(bytes: number): boolean
  held(): number
}

const rooms = new WeakMap<Context, Tally>()

/** Begins a claim. Without it fifty long answers at once would need more memory than the machine may have. */
export function claimBytes(context: Context, holder: Holder, size = roomSize): OpenClaim {
  const room = rooms.get(context) ?? createTally(size)
  rooms.set(context, room)
  let held = 0
  let isReleased = false
  function take(bytes: number): boolean {
    if (isReleased || !room.hasRoom(holder) || room.free() < bytes) return false
    room.add(holder, bytes)
    held += bytes
    return true
  }
  return {
    take,
    held: () => held,
    holdAtLeast: (bytes) => held >= bytes || take(bytes - held),
    release() {
      if (isReleased) return
      isReleased = true
      if (held > 0) room.remove(holder, held)
    },
  }
}
