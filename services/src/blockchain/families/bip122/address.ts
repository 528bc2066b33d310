import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { CaipNetworkId } from 'latchkey/protocol'

/** What the addresses of a chain begin with: their version bytes in base58, and their prefix in bech32. */
type Form = { readonly versions: readonly number[]; readonly prefix: string }

const main: Form = { versions: [0x00, 0x05], prefix: 'bc' }
const test: Form = { versions: [0x6f, 0xc4], prefix: 'tb' }
const forms: { readonly [reference: string]: Form | undefined } = {
  '000000000933ea01ad0ee984209779ba': test,
  '00000000da84f2bafbbc53dee25a72ae': test,
  '00000008819873e925422c1ff0f99f7c': test,
  '0f9188f13cb7b2c71f2a335e3a4fc328': { ...test, prefix: 'bcrt' },
}

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** Returns an address of a chain as it is written: bech32 in lower case. `undefined` for anything else. */
export function readBitcoinAddress(text: string, chainId: CaipNetworkId): string | undefined {
  const { versions, prefix } = forms[chainId.slice('bip122:'.length)] ?? main
  if (text.length > 90) return undefined
  const lower = text.toLowerCase()
  const isSegwit = lower.startsWith(`${prefix}1`)
  if (!isSegwit) return isLegacy(text, versions) ? text : undefined
  return isWitness(text, prefix) ? lower : undefined
}

function isLegacy(text: string, versions: readonly number[]): boolean {
  const bytes = attempt(() => base58check.decode(text))
  return bytes?.length === 21 && versions.includes(bytes[0] ?? -1)
}

/** Version 0 has the older checksum and 20 or 32 bytes; taproot, version 1, has the newer one and 32. */
function isWitness(text: string, prefix: string): boolean {
  const [old, recent] = [bech32, bech32m].map((codec) =>
    attempt(() => {
      const { prefix: own, words } = codec.decode(text as `${string}1${string}`)
      const [version, ...rest] = words
      return own === prefix ? { version, length: codec.fromWords(rest).length } : undefined
    }),
  )
  if (old?.version === 0) return old.length === 20 || old.length === 32
  return recent?.version === 1 && recent.length === 32
}

function attempt<value>(work: () => value): value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
