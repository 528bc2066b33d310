import { ownId } from '../ownId.js'
import { solana } from './chains.js'
import type { Entry } from './Entry.js'

/** Wallets for Solana only. */
export const solanaOnly = [
  {
    id: '0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037',
    name: 'Jupiter',
    homepage: 'https://jup.ag/mobile',
    icon: 'tokens/JUP',
    mobile: 'jupiter://',
    appStore: 'id6484069059',
    playStore: 'ag.jup.jupiter.android',
    chromeStore: 'iledlaeogohbilgbfhmbgkgmpplbfboh',
    chains: [solana],
  },
  {
    id: ownId('glow'),
    name: 'Glow',
    homepage: 'https://glow.app/',
    icon: 'wallets/glow',
    chromeStore: 'ojbcfhjmpigfobfclfflafhblgemeidi',
    chains: [solana],
    injected: { solana: ['isGlow'] },
  },
] as const satisfies readonly Entry[]
