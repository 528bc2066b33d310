import { ownId } from '../ownId.js'
import { majorEvm, solana } from './chains.js'
import type { Entry } from './Entry.js'

/** Wallets for funds and companies. */
export const institutions = [
  {
    id: '5864e2ced7c293ed18ac35e0db085c09ed567d67346ccb6f58a0327a75137489',
    name: 'Fireblocks',
    homepage: 'https://www.fireblocks.com/',
    mobile: 'fireblocks-wc://',
    web: 'https://console.fireblocks.io/v2/',
    appStore: 'id1439296596',
    playStore: 'com.fireblocks.client',
    chains: [...majorEvm, solana],
    certified: true,
  },
  {
    id: ownId('fordefi'),
    name: 'Fordefi',
    homepage: 'https://www.fordefi.com/',
    chromeStore: 'hcmehenccjdmfbojapcbcofkgdpbnlle',
    chains: [...majorEvm, solana],
    injected: { eip155: ['isFordefi'] },
  },
] as const satisfies readonly Entry[]
