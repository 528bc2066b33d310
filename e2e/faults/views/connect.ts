import { expect } from '@playwright/test'
import type { LivePage } from '../LivePage.js'
import { failures } from '../serviceFaults.js'
import { answers, relayTroubles, walletTroubles } from '../troubles.js'
import { button, everything, opening, pictures, type Rows, service, text, walletPoisons } from './Row.js'

const hostileWallet = {
  id: 'hostile',
  name: 'Hostile <b onclick="top.ran=7">wallet</b>',
  image_id: 'none',
  homepage: 'https://hostile.example',
} as const

/** The screens from connecting to signing in. */
export const connectViews = {
  Connect: [
    {
      name: 'wallets',
      open: opening({ name: 'Connect' }),
      troubles: [...service(/getWallets/, failures, walletPoisons), ...everything],
      shows: button(/Faulty wallet/),
    },
    {
      name: 'pictures',
      open: opening({ name: 'Connect' }),
      troubles: pictures(/Image/),
      shows: button(/Faulty wallet/),
    },
  ],
  ConnectWallets: [
    {
      name: 'wallets',
      open: opening({ name: 'ConnectWallets' }),
      troubles: [...service(/getWallets/, failures), ...everything],
      shows: button(/Faulty wallet/),
    },
  ],
  AllWallets: [
    {
      name: 'list',
      open: opening({ name: 'AllWallets' }),
      troubles: [...service(/getWallets/, failures, walletPoisons), ...everything],
      shows: (dialog) => dialog.getByRole('gridcell').first(),
      empty: text('No wallet found'),
      fails: text('Could not load wallets'),
    },
    {
      name: 'pictures',
      open: opening({ name: 'AllWallets' }),
      troubles: pictures(/Image/),
      shows: (dialog) => dialog.getByRole('gridcell').first(),
    },
  ],
  ConnectingWalletConnect: [
    {
      name: 'relay',
      open: opening({ name: 'ConnectingWalletConnect' }),
      troubles: relayTroubles,
      shows: (dialog) => dialog.getByRole('img', { name: /QR code/ }),
      fails: text('The connection service cannot be reached. Check your network and try again.'),
    },
    {
      name: 'all',
      open: opening({ name: 'ConnectingWalletConnect' }),
      troubles: everything,
      shows: (dialog) => dialog.getByRole('img', { name: /QR code/ }),
    },
  ],
  ConnectingWalletConnectBasic: [
    {
      name: 'relay',
      open: opening({ name: 'ConnectingWalletConnectBasic' }),
      troubles: relayTroubles,
      shows: (dialog) => dialog.getByRole('img', { name: /QR code/ }),
      fails: text('The connection service cannot be reached. Check your network and try again.'),
    },
    {
      name: 'wallets',
      open: opening({ name: 'ConnectingWalletConnectBasic' }),
      troubles: service(/getWallets/, failures),
      shows: (dialog) => dialog.getByRole('img', { name: /QR code/ }),
    },
  ],
  ConnectingExternal: [
    {
      name: 'wallet',
      open: opening({ name: 'ConnectingExternal', parameters: { connectorId: 'example.latchkey.faulty' } }),
      troubles: walletTroubles(/eth_requestAccounts/),
      closesWhenWell: true,
      shows: text('Continue in Faulty wallet'),
      fails: button('Try again'),
    },
    {
      name: 'chain of the wallet',
      open: opening({ name: 'ConnectingExternal', parameters: { connectorId: 'example.latchkey.faulty' } }),
      troubles: walletTroubles(/eth_chainId/).map((trouble) => ({ ...trouble, isFailure: false })),
      closesWhenWell: true,
      shows: text('Continue in Faulty wallet'),
      empty: text('This app does not support the network'),
      fails: button('Try again'),
    },
  ],
  ConnectingMultiChain: [
    {
      name: 'all',
      open: opening({
        name: 'ConnectingMultiChain',
        parameters: { name: 'Faulty wallet', connectorIds: ['example.latchkey.faulty'] },
      }),
      troubles: everything,
      shows: text(/^Choose the network to connect/),
    },
  ],
  WhatIsAWallet: [
    {
      name: 'all',
      open: opening({ name: 'WhatIsAWallet' }),
      troubles: everything,
      shows: button('Get a wallet'),
    },
  ],
  GetWallet: [
    {
      name: 'wallets',
      open: opening({ name: 'GetWallet' }),
      troubles: [...service(/getWallets/, failures, walletPoisons), ...everything],
      shows: button('See all wallets'),
    },
    {
      name: 'pictures',
      open: opening({ name: 'GetWallet' }),
      troubles: pictures(/Image/),
      shows: button('See all wallets'),
    },
  ],
  Downloads: [
    {
      name: 'picture',
      open: opening({ name: 'Downloads', parameters: { wallet: hostileWallet } }),
      troubles: [...pictures(/Image/), ...everything],
      shows: button('Website'),
    },
  ],
  SIWXSignMessage: [
    {
      name: 'nonce',
      open: (live) => signIn(live),
      troubles: answers(/nonce/, failures, { isFailure: true }),
      closesWhenWell: true,
      shows: button('Sign'),
    },
    {
      name: 'session',
      open: (live) => signIn(live),
      troubles: answers(/authenticate/, failures, { isFailure: true }),
      closesWhenWell: true,
      shows: button('Sign'),
    },
    {
      name: 'wallet',
      open: (live) => signIn(live),
      troubles: walletTroubles(/personal_sign/),
      closesWhenWell: true,
      shows: button(/^Sign(ing…)?$/),
    },
  ],
  ConnectingSiwe: [
    {
      // The visitor is signed out: the kit shows the sign-in screen in place of this one, whatever fails.
      name: 'all',
      open: opening({ name: 'ConnectingSiwe' }),
      troubles: everything,
      shows: button('Sign'),
    },
  ],
} as const satisfies Rows

async function signIn(live: LivePage) {
  await live.open({ name: 'SIWXSignMessage' })
  await live.modal.button('Sign').click()
  await expect(live.dialog).toBeVisible()
}
