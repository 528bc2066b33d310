import type { WalletSlot } from 'latchkey/protocol'
import * as v from 'valibot'
import { VaultError } from '../VaultError.js'
import type { OpenedWallet } from '../vault.js'

const bytes = (most: number) =>
  v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(Math.ceil((most * 4) / 3)))
const word = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const box = v.strictObject({ iv: bytes(12), text: bytes(16_384) })

const kitSchema = v.strictObject({
  latchkey: v.literal('kit/1'),
  /** What the file is, for whoever finds it in ten years. */
  about: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  project: word(64),
  wallet: bytes(16),
  epoch: count,
  version: count,
  addresses: v.strictObject({ eip155: word(128), solana: word(128) }),
  vault: box,
  slot: v.strictObject({
    id: bytes(16),
    publicKey: bytes(65),
    locked: box,
    sealed: v.strictObject({ enc: bytes(65), text: bytes(64) }),
  }),
})

/** A kit's file: a copy of the vault and of the slot that the kit's words open. It opens without any server. */
export type Kit = v.InferOutput<typeof kitSchema>

const about =
  'This file and the 24 words that were printed with it open a wallet, without any server: with the program "recover" of Latchkey. The file alone opens nothing. Keep it; whoever has both has the wallet.'

/** Makes the file of a kit that was just added to a wallet. */
export function makeKit({ place, version }: Pick<OpenedWallet, 'place' | 'version'>, slot: WalletSlot): Kit {
  const { epoch, version: number, addresses, vault } = version
  const { id, publicKey, locked, sealed } = slot
  if (slot.type !== 'kit') throw new VaultError('no-way', 'the slot is no kit')
  return {
    ...{ latchkey: 'kit/1', about, ...place, epoch, version: number, addresses, vault },
    slot: { id, publicKey, locked, sealed },
  }
}

/** Reads a kit's file. Throws `damaged`. */
export function parseKit(text: string): Kit {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new VaultError('damaged', 'the kit’s file is no JSON', { cause })
  }
  const result = v.safeParse(kitSchema, json)
  if (result.success) return result.output
  throw new VaultError('damaged', `this is no kit: ${v.summarize(result.issues).slice(0, 200)}`)
}
