import { ownId } from '../ownId.js'
import { bitcoin } from './chains.js'
import type { Entry } from './Entry.js'

/** Wallets for Bitcoin and its layers only. */
export const bitcoinOnly = [
  {
    id: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
    name: 'Xverse',
    homepage: 'https://www.xverse.app/',
    appStore: 'id1552272513',
    playStore: 'com.secretkeylabs.xverse',
    chromeStore: 'idnnbdplmphpflfnlkomgpfbpcgelopg',
    chains: [bitcoin],
    injected: { bip122: ['XverseProviders.BitcoinProvider'] },
  },
  {
    id: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
    name: 'Leather',
    homepage: 'https://leather.io/',
    appStore: 'id6499127775',
    playStore: 'io.leather.mobilewallet',
    chromeStore: 'ldinpeekobnhjjdofggfgjlcehhmanlj',
    chains: [bitcoin],
    injected: { bip122: ['LeatherProvider'] },
  },
  {
    id: ownId('unisat'),
    name: 'UniSat',
    homepage: 'https://unisat.io/',
    chromeStore: 'ppbibelpcjmhbdihakflkdcoccbgbkpo',
    chains: [bitcoin],
    injected: { bip122: ['unisat'] },
  },
  {
    id: ownId('oyl'),
    name: 'Oyl Wallet',
    homepage: 'https://www.oyl.io/',
    chromeStore: 'ilolmnhjbbggkmopnemiphomhaojndmb',
    chains: [bitcoin],
    injected: { bip122: ['oyl'] },
  },
  {
    id: ownId('wizz'),
    name: 'Wizz Wallet',
    homepage: 'https://wizzwallet.io/',
    chromeStore: 'ghlmndacnhlaekppcllcpcjjjomjkjpg',
    chains: [bitcoin],
    injected: { bip122: ['wizz'] },
  },
] as const satisfies readonly Entry[]
