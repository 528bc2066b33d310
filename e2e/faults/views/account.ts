import { expect } from '@playwright/test'
import type { LivePage } from '../LivePage.js'
import { failures, picturePoisons, wordPoisons } from '../serviceFaults.js'
import { answers, offering, walletTroubles } from '../troubles.js'
import {
  button,
  chain,
  everything,
  friend,
  opening,
  pages,
  pictures,
  type Rows,
  service,
  text,
  tokenPoisons,
} from './Row.js'

/** Test rows for the account's holdings and networks. */
export const accountViews = {
  Account: [
    {
      name: 'tokens',
      open: opening({ name: 'Account' }),
      troubles: service(/balance$/, failures, tokenPoisons),
      shows: (dialog) => dialog.getByRole('region', { name: 'Tokens' }).getByRole('listitem').first(),
      empty: text(/No tokens yet|Small balances/),
      fails: text('Token Balance Unavailable'),
    },
    {
      name: 'collectibles',
      open: (live) => openTab(live, 'NFTs'),
      troubles: service(/nfts$/, failures, pages),
      shows: (dialog) => dialog.getByRole('region', { name: 'NFTs' }).getByRole('button').first(),
      empty: text('No collectibles yet'),
      fails: text('Could not load collectibles'),
    },
    {
      name: 'activity',
      open: (live) => openTab(live, 'Activity'),
      troubles: service(/history$/, failures, pages),
      shows: (dialog) => dialog.getByRole('region', { name: 'Activity' }).getByRole('heading').first(),
      empty: text('No activity yet'),
      fails: text('Failed to fetch transactions'),
    },
    {
      name: 'name',
      open: opening({ name: 'Account' }),
      troubles: service(/identity/, failures, { ...wordPoisons, ...picturePoisons }),
      shows: text('Key Dollar'),
    },
    {
      name: 'what the service answers for',
      open: opening({ name: 'Account' }),
      troubles: service(/supported-chains/, failures),
      shows: button(/^(Copy address|Local One)$/),
      fails: text('Token Balance Unavailable'),
    },
    {
      name: 'coin',
      open: opening({ name: 'Account' }),
      troubles: chain(/eth_getBalance/),
      shows: text(/[\d.]+ ETH$/),
      fails: text('Balance unavailable'),
    },
    {
      name: 'assets of the wallet',
      open: opening({ name: 'Account' }),
      troubles: walletTroubles(/wallet_getAssets/).map(offering({ assetDiscovery: { supported: true } })),
      shows: text('Key Dollar'),
    },
    {
      name: 'what the wallet can do',
      open: opening({ name: 'Account' }),
      troubles: walletTroubles(/wallet_getCapabilities/),
      shows: text('Key Dollar'),
    },
    {
      name: 'all',
      open: opening({ name: 'Account' }),
      troubles: everything,
      shows: text('Key Dollar'),
      fails: text('Token Balance Unavailable'),
    },
  ],
  Accounts: [
    {
      name: 'all',
      open: opening({ name: 'Accounts' }),
      troubles: everything,
      shows: button(/0xf39F|juniper/),
    },
  ],
  AddressLabel: [
    {
      name: 'all',
      open: opening({ name: 'AddressLabel', parameters: { address: friend, namespace: 'eip155' } }),
      troubles: everything,
      shows: button('Save'),
    },
  ],
  NftDetails: [
    {
      name: 'picture',
      async open(live) {
        await openTab(live, 'NFTs')
        await live.until(() =>
          live.dialog.getByRole('region', { name: 'NFTs' }).getByRole('button').first().isVisible(),
        )
        await live.dialog.getByRole('region', { name: 'NFTs' }).getByRole('button').first().click()
        await live.modal.expectView('Collectible')
      },
      troubles: [...pictures(/image$/), ...answers(/nfts$/, wordPoisons, { isFailure: false })],
      shows: text('Collection'),
    },
  ],
  WalletReceive: [
    {
      name: 'all',
      open: opening({ name: 'WalletReceive' }),
      troubles: everything,
      shows: (dialog) => dialog.getByRole('img', { name: /QR code/ }),
    },
  ],
  WalletCompatibleNetworks: [
    {
      name: 'pictures',
      open: opening({ name: 'WalletCompatibleNetworks' }),
      troubles: [...pictures(/Image/), ...everything],
      shows: text('Local Two'),
    },
  ],
  Networks: [
    {
      name: 'pictures',
      isConnected: true,
      open: opening({ name: 'Networks' }),
      troubles: [...pictures(/Image/), ...everything],
      shows: button(/Local Two/),
    },
  ],
  SwitchNetwork: [
    {
      name: 'wallet',
      isConnected: true,
      open: opening({ name: 'SwitchNetwork', parameters: { networkId: 'eip155:31338' } }),
      troubles: walletTroubles(/wallet_switchEthereumChain/),
      closesWhenWell: true,
      shows: text('Approve in Faulty wallet'),
      fails: button('Try again'),
    },
  ],
  UnsupportedChain: [
    {
      name: 'pictures',
      open: opening({ name: 'UnsupportedChain' }),
      troubles: [...pictures(/Image/), ...everything],
      shows: button('Disconnect'),
    },
  ],
  WhatIsANetwork: [
    {
      name: 'all',
      open: opening({ name: 'WhatIsANetwork' }),
      troubles: everything,
      shows: text('Where your tokens live'),
    },
  ],
} as const satisfies Rows

async function openTab(live: LivePage, name: string) {
  await live.open({ name: 'Account' })
  const tab = live.dialog.getByRole('tab', { name })
  // The dialog may be the one of the kit before, which the new kit's replaces.
  await expect(async () => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
  }).toPass()
}
