import type { BrowsingWallet } from '../../connectors/browseLink/orBrowseLinks.js'

/** Wallets whose apps open pages by a link, and their ids in the explorer. */
export const browsingWallets: readonly BrowsingWallet[] = [
  {
    name: 'Phantom',
    link: 'https://phantom.app/ul/browse/',
    explorerId: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  },
  {
    name: 'Solflare',
    link: 'https://solflare.com/ul/v1/browse/',
    explorerId: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  },
  {
    name: 'Backpack',
    link: 'https://backpack.app/ul/v1/browse/',
    explorerId: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  },
]
