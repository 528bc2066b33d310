import { currencyTile } from './currencyTile.js'
import type { Image } from './Image.js'
import { networkPictures } from './networkIcons.js'
import { createPackageIcons, type IconName } from './packageIcons.js'
import { monogramTile } from './tile.js'

/** Every picture that does not depend on a wallet; each answers `undefined` for what it does not know. */
export type Images = {
  /** An icon of the package by its name. */
  icon(name: IconName): Promise<Image | undefined>
  /** A network's picture by its image id (`eip155-1`), or a connector's (`walletConnect`). */
  asset(id: string): Promise<Image | undefined>
  /** A token's picture by its symbol, in any case; its first letter on a colour where the package draws none. */
  token(symbol: string): Promise<Image | undefined>
  /** A currency's picture by its ISO 4217 code, in any case. */
  currency(code: string): Image | undefined
}

/** Connectors that are no wallet of their own. */
const connectorIcons: ReadonlyMap<string, IconName> = new Map([
  ['walletConnect', 'wallets/wallet-connect'],
  ['coinbaseWallet', 'wallets/coinbase'],
  ['safe', 'wallets/safe'],
  ['ledger', 'wallets/ledger'],
])

/** Coins of networks that the package draws under another name. */
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
