import { currencyTile } from './currencyTile.js'
import type { Image } from './Image.js'
import { networkPictures } from './networkIcons.js'
import { createPackageIcons, type IconName } from './packageIcons.js'
import { monogramTile } from './tile.js'

/** Every picture except wallets' own; each method returns `undefined` for an unknown id. */
export type Images = {
  /** Returns an icon of the package by its name. */
  icon(name: IconName): Promise<Image | undefined>
  /** Returns a network's picture by its image id (`eip155-1`), or a connector's (`walletConnect`). */
  asset(id: string): Promise<Image | undefined>
  /**
   * Returns a token's picture by its symbol, ignoring case; its first letter on a colour if the package has no drawing.
   */
  token(symbol: string): Promise<Image | undefined>
  /** Returns a currency's picture by its ISO 4217 code, ignoring case. */
  currency(code: string): Image | undefined
}

/** Icons of connectors that are not a wallet. */
const connectorIcons: ReadonlyMap<string, IconName> = new Map([
  ['walletConnect', 'wallets/wallet-connect'],
  ['coinbaseWallet', 'wallets/coinbase'],
  ['safe', 'wallets/safe'],
  ['ledger', 'wallets/ledger'],
])

/** Coins of networks that the package lists under another name. */
const coinIcons: ReadonlyMap<string, IconName> = new Map([
  ['BERA', 'networks/berachain'],
  ['HYPE', 'networks/hyper-evm'],
  ['KAIA', 'networks/kaia'],
  ['MON', 'networks/monad'],
  ['RON', 'networks/ronin'],
  ['S', 'networks/sonic'],
  ['TBNB', 'tokens/BNB'],
  ['WETH', 'tokens/ETH'],
  ['XDAI', 'networks/gnosis'],
])

export function createImages(): Images {
  const icons = createPackageIcons()
  const networks = networkPictures()
  const icon = async (name: IconName) => (icons.names.has(name) ? icons.get(name) : undefined)
  return {
    icon,
    async asset(id) {
      const connector = connectorIcons.get(id)
      if (connector !== undefined) return icon(connector)
      const network = networks.get(id)
      if (network === undefined) return undefined
      return 'icon' in network ? icon(network.icon) : monogramTile(network.name)
    },
    async token(symbol) {
      const name = symbol.toUpperCase()
      const drawn = await icon(coinIcons.get(name) ?? `tokens/${name}`)
      return drawn ?? (/^[\p{L}\p{N}][\p{L}\p{N}\-_+$]{0,15}$/u.test(name) ? monogramTile(name) : undefined)
    },
    currency: currencyTile,
  }
}
