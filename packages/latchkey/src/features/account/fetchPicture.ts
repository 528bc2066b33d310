import { callEndpoint } from '../../core/callEndpoint.js'
import type { Nft } from '../../protocol/entities/Nft.js'
import { getAvatar, getNftImage } from '../../protocol/http/blockchain.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { type Kit, update } from '../Kit.js'
import { type Account, nftKey } from './state.js'

/** How long after a failure a picture is not asked for again, in milliseconds. */
const cooldown = 60_000

/**
 * Fetches the picture of a collectible into `state.account.pictures`, under its `nftKey`, once in a kit's life.
 *
 * The service fetches it from the address that the token's maker gave and passes it on only if its bytes are a picture,
 * so the maker's server never learns the visitor's IP address. Show it only in an `<img>`: an SVG runs no script there.
 */
export async function fetchNftImage(kit: Kit, { nft }: { readonly nft: Nft }): Promise<void> {
  const address = parseCaipAddress(nft.collection.address)?.address
  if (!nft.hasImage || address === undefined) return
  const params = { chainId: nft.chainId, address, tokenId: nft.tokenId }
  await keepPicture(kit, nftKey(nft), () => callEndpoint(kit, getNftImage, { params }))
}

/** Fetches the picture of an account into `state.account.pictures`, under its CAIP address. */
export async function fetchAvatar(kit: Kit, { account }: { readonly account: Account }): Promise<void> {
  const { address, caipAddress, networkId } = account
  await keepPicture(kit, caipAddress, () =>
    callEndpoint(kit, getAvatar, { params: { address }, query: { chainId: networkId } }),
  )
}

/** Keeps the picture as an object URL, so that a host's content policy needs no image source but `blob:`. */
async function keepPicture(kit: Kit, key: string, load: () => Promise<Blob>): Promise<void> {
  const isThere = () => kit.store.getState().account.pictures?.[key] !== undefined
  if (isThere()) return
  try {
    const picture = await kit.cache.get(`picture ${key}`, { maxAge: cooldown, cooldown, load })
    if (isThere()) return
    const url = URL.createObjectURL(picture)
    update(kit, 'account', (state) => ({ ...state, pictures: { ...state.pictures, [key]: url } }))
  } catch {
    // A missing picture is not reported: the screen shows the default one.
  }
}
