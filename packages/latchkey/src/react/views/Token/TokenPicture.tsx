import { useImage } from '../../hooks/useImage.js'
import { Picture } from '../../ui/Picture/Picture.js'

/**
 * A token's picture: the `data:` picture in the answer, else the services' picture for its symbol. The kit never loads
 * a URL that a token names, because the token's creator would see who looks at it. A token that is in no list gets the
 * default picture: any token can call itself USDC and bring USDC's picture.
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
