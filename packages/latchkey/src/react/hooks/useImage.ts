import { useEffect } from 'react'
import { fetchImage, type ImageKind, imageKey } from '../../features/wallets/fetchImage.js'
import type { Network } from '../../protocol/entities/Network.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { networkImageId } from '../../protocol/imageIds.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/** Returns the URL of one of the explorer's pictures once it has loaded; fetches it on first use. */
export function useImage(kind: ImageKind, id: string | null | undefined): string | undefined {
  const fetch = useAction(fetchImage)
  const key = id === null || id === undefined ? undefined : imageKey(kind, id)
  const url = useKitState((state) => (key === undefined ? undefined : state.wallets.images[key]))
  useEffect(() => {
    if (url === undefined && id !== null && id !== undefined) void fetch({ kind, id })
  }, [fetch, kind, id, url])
  return url
}

/** Returns the URL of a wallet's picture: the host's, else the explorer's. */
export function useWalletImage(wallet: Wallet | undefined): string | undefined {
  const image = useImage('wallet', wallet?.image_url === undefined ? wallet?.image_id : undefined)
  return wallet?.image_url ?? image
}

/** Returns the URL of a network's picture: the host's, else the explorer's. */
export function useNetworkImage(network: Network | undefined): string | undefined {
  const own = network?.assets?.imageUrl
  const id =
    network === undefined ? undefined : (network.assets?.imageId ?? networkImageId(network.caipNetworkId))
  const image = useImage('asset', own === undefined ? id : undefined)
  return own ?? image
}
