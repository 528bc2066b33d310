import { useEffect } from 'react'
import { fetchNftImage } from '../../../features/account/fetchPicture.js'
import { nftKey } from '../../../features/account/state.js'
import type { Nft } from '../../../protocol/entities/Nft.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { Icon } from '../../ui/Icon/Icon.js'

/** A collectible's picture, as checked by the services; fetched when it is first rendered. */
export function NftPicture({ nft }: { readonly nft: Nft }) {
  const fetch = useAction(fetchNftImage)
  const key = nftKey(nft)
  const src = useKitState(({ account }) => account.pictures?.[key])
  const isWanted = src === undefined && nft.hasImage && !nft.isSpam
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same collectible is another object each time.
  useEffect(() => {
    if (isWanted) void fetch({ nft })
  }, [fetch, key, isWanted])
  return (
    <span className="nft-picture">
      {src === undefined ? (
        <Icon name="image" size={32} />
      ) : (
        <img src={src} alt="" decoding="async" draggable={false} />
      )}
    </span>
  )
}
