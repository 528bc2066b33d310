import { ownId } from '../ownId.js'
import { everyEvm, evm, kusama, polkadot } from './chains.js'
import type { Entry } from './Entry.js'

/** Wallets mainly for Polkadot; `injected.polkadot` holds the name under `window.injectedWeb3`. */
export const polkadotFirst = [
  {
    id: '9ce87712b99b3eb57396cc8621db8900ac983c712236f48fb70ad28760be3f6a',
    name: 'SubWallet',
    rdns: 'app.subwallet',
    homepage: 'https://www.subwallet.app/',
    mobile: 'subwallet://',
    appStore: 'id1633050285',
    playStore: 'app.subwallet.mobile',
    chromeStore: 'onhogfjeacnfoofkfgppdlbmlmnplgbn',
    chains: [polkadot, kusama, ...everyEvm],
    injected: { polkadot: ['subwallet-js'], eip155: ['isSubWallet'] },
  },
  {
    id: 'e0c2e199712878ed272e2c170b585baa0ff0eb50b07521ca586ebf7aeeffc598',
    name: 'Talisman',
    rdns: 'xyz.talisman',
    homepage: 'https://www.talisman.xyz/',
    chromeStore: 'fijngjgcjhjmmpcmkeiomlglpeiijkld',
    chains: [polkadot, kusama, ...everyEvm],
    injected: { polkadot: ['talisman'], eip155: ['isTalisman'] },
  },
  {
    id: '43fd1a0aeb90df53ade012cca36692a46d265f0b99b7561e645af42d752edb92',
    name: 'Nova Wallet',
    homepage: 'https://novawallet.io/',
    mobile: 'novawallet://',
    appStore: 'id1597119355',
    playStore: 'io.novafoundation.nova.market',
    chains: [polkadot, kusama, ...evm(1, 1284, 1285)],
  },
  {
    id: ownId('polkadot-js'),
    name: 'Polkadot{.js}',
    homepage: 'https://polkadot.js.org/extension/',
    chromeStore: 'mopnmbcafieddcagagdcbnhejhlodfdd',
    chains: [polkadot, kusama],
    injected: { polkadot: ['polkadot-js'] },
  },
  {
    id: ownId('enkrypt'),
    name: 'Enkrypt',
    rdns: 'com.enkrypt',
    homepage: 'https://www.enkrypt.com/',
    icon: 'wallets/enkrypt',
    chromeStore: 'kkpllkodjeloidieedojogacfhpaihoh',
    chains: [polkadot, kusama, ...everyEvm],
    injected: { polkadot: ['enkrypt'], eip155: ['enkrypt.providers.ethereum'] },
  },
  {
    id: ownId('fearless'),
    name: 'Fearless Wallet',
    homepage: 'https://fearlesswallet.io/',
    appStore: 'id1537251089',
    playStore: 'jp.co.soramitsu.fearless',
    chromeStore: 'nhlnehondigmgckngjomcpcefcdplmgc',
    chains: [polkadot, kusama],
    injected: { polkadot: ['fearless-wallet'] },
  },
  {
    id: ownId('polkagate'),
    name: 'PolkaGate',
    homepage: 'https://polkagate.xyz/',
    chromeStore: 'ginchbkmljhldofnbjabmeophlhdldgp',
    chains: [polkadot, kusama],
    injected: { polkadot: ['polkagate'] },
  },
] as const satisfies readonly Entry[]
