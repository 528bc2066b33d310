import { evm, majorEvm, solana } from './chains.js'
import type { Entry } from './Entry.js'

/** The apps of hardware wallets, except Ledger's, which is in `mostUsed`. */
export const hardware = [
  {
    id: '6b0182d679b72eb2733dec38d9dee70551cc16a6ce5e7a7f4155ffb6f493c521',
    name: 'Trezor Suite',
    homepage: 'https://trezor.io/trezor-suite',
    icon: 'wallets/trezor',
    mobile: 'https://connect.trezor.io/9/deeplink/wc',
    desktop: 'trezorsuite://walletconnect',
    appStore: 'id1631884497',
    playStore: 'io.trezor.suite',
    chains: [...majorEvm, solana],
    certified: true,
  },
  {
    id: '21030f20fba1a77115858ee3a8bc5841c739ab4537441316e2f4b1d0a8d218af',
    name: 'Tangem Wallet',
    homepage: 'https://tangem.com/',
    mobile: 'tangem://',
    appStore: 'id1354868448',
    playStore: 'com.tangem.wallet',
    chains: [...majorEvm, solana],
  },
  {
    id: '0e4915107da5b3408b38e248f7a710f4529d54cd30e9d12ff0eb886d45c18e92',
    name: 'Arculus Wallet',
    homepage: 'https://www.arculus.co/',
    mobile: 'arculuswc://',
    appStore: 'id1575425801',
    playStore: 'co.arculus.wallet.android',
    chains: [...evm(1), solana],
    certified: true,
  },
  {
    id: '468b4ab3582757233017ec10735863489104515ab160c053074905a1eecb7e63',
    name: "D'CENT Wallet",
    homepage: 'https://dcentwallet.com/',
    mobile: 'dcent://',
    appStore: 'id1447206611',
    playStore: 'com.kr.iotrust.dcent.wallet',
    chains: evm(1, 56, 137),
  },
  {
    id: 'fe9127f49fd95e20e6d877d0e224da6a75062f52d8fb9784856a5cb7ef39e9d2',
    name: 'ELLIPAL',
    homepage: 'https://www.ellipal.com/',
    mobile: 'ellipal://',
    appStore: 'id1426179665',
    chains: evm(1, 56, 137),
  },
  {
    id: 'fdcaaa47c154988ff2ce28d39248eb10366ec60c7de725f73b0d33b5bb9b9a64',
    name: 'KeepKey Desktop',
    homepage: 'https://www.keepkey.com/',
    desktop: 'keepkey://launch',
    chains: evm(1, 10, 100, 137),
  },
] as const satisfies readonly Entry[]
