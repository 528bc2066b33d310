import { useImage } from '../../hooks/useImage.js'
import { Picture } from '../../ui/Picture/Picture.js'

/**
 * A token's picture: the one that came with it, where it came as data, else the services' own by its symbol. An address
 * that a token names is never loaded: its maker would see who looks. What no list knows has neither: any token can be
 * called USDC, and bring USDC's picture.
 */
export function TokenPicture({ symbol, iconUrl = '', isListed, size = 40 }: TokenPicture.Props) {
  const own = isListed && iconUrl.startsWith('data:') ? iconUrl : undefined
  const id = isListed && /^[\p{L}\p{N}][\p{L}\p{N}\-_+$]{0,15}$/u.test(symbol) ? symbol : undefined
  const image = useImage('token', own === undefined ? id : undefined)
  return <Picture src={own ?? image} fallback="coin" size={size} shape="round" />
}

export declare namespace TokenPicture {
  type Props = {
    readonly symbol: string
    /** True if a token list contains the contract, or for the network's coin (`isListed`). */
    readonly isListed: boolean
    readonly iconUrl?: string | undefined
    /** In CSS pixels. @default 40 */
    readonly size?: 20 | 24 | 40 | 64 | 80 | undefined
  }
}
