import { base58 } from '@scure/base'
import { type RawAccount, textAt } from '../tokens.js'

/** Metaplex Core, whose collectibles are accounts of their own. */
const coreProgram = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'

// Where such an account has what, in bytes.
const assetKind = 1
const ownerAt = 1
const authorityAt = 33

/** Reads a collectible of Metaplex Core; `undefined` if the account is none, or cannot be read. */
export function readCoreAsset({ owner: program, data }: RawAccount) {
  if (program !== coreProgram || data.length <= authorityAt || data[0] !== assetKind) return undefined
  // Who may change it: nobody, or behind the kind an address.
  const name = textAt(data, authorityAt + (data[authorityAt] === 0 ? 1 : 33))
  const link = name && textAt(data, name.end)
  if (link === undefined) return undefined
  return {
    owner: base58.encode(data.subarray(ownerAt, authorityAt)),
    name: name?.text ?? '',
    link: link.text,
  }
}
