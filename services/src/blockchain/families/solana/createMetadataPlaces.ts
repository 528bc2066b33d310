import { setImmediate } from 'node:timers/promises'
import { bytesOfAddress } from './address.js'
import { metadataAddressOf } from './metadataAddress.js'

/** How many places are remembered, and how many are computed for one question. */
const remembered = 20_000
const atOnce = 50

/** The addresses at which Metaplex keeps the names of tokens. */
export type MetadataPlaces = {
  /** Returns the places of these mints, as far as they are known. */
  of(mints: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/**
 * Computing a place takes milliseconds. So the places are remembered, other work gets in between, and an account with
 * many tokens learns the names of the rest when it is asked for again.
 */
export function createMetadataPlaces(): MetadataPlaces {
  const known = new Map<string, string>()

  function note(mint: string, place: string): void {
    known.delete(mint)
    known.set(mint, place)
    const [oldest] = known.keys()
    if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  }

  return {
    async of(mints) {
      const places = new Map<string, string>()
      let computed = 0
      for (const mint of mints) {
        const bytes = bytesOfAddress(mint)
        const isNew = !known.has(mint)
        if (bytes === undefined || (isNew && computed >= atOnce)) continue
        const place = known.get(mint) ?? metadataAddressOf(bytes)
        if (place === undefined) continue
        note(mint, place)
        places.set(mint, place)
        if (!isNew) continue
        computed++
        await setImmediate()
      }
      return places
    },
  }
}
