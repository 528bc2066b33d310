import type { LivePage } from '../LivePage.js'
import { failures, pagePoisons, picturePoisons, receiptPoisons, wordPoisons } from '../serviceFaults.js'
import { answers, offering, sendingFaults, type Trouble, walletTroubles } from '../troubles.js'
import { button, chain, everything, friend, opening, type Rows, service, text, tokenPoisons } from './Row.js'

/** What sends, from the form to the receipt. */
export const sendViews = {
  WalletSend: [
    {
      name: 'tokens',
      isConnected: true,
      open: (live) => fillIn(live),
      troubles: [...service(/balance$/, failures, tokenPoisons), ...everything],
      shows: button(/Preview send|Insufficient|Add address|Estimating/),
    },
    {
      name: 'names',
      isConnected: true,
      open: (live) => fillIn(live, { recipient: 'thistle.eth' }),
      troubles: service(/profile/, failures, { ...wordPoisons, ...picturePoisons }),
      shows: button(/Preview send/),
      empty: text(/Error resolving name|Nobody has this name|Invalid address/),
      fails: text(/Error resolving name|Nobody has this name/),
    },
    {
      name: 'fee',
      isConnected: true,
      open: (live) => fillIn(live),
      troubles: chain(/eth_estimateGas|eth_getBlockByNumber|eth_maxPriorityFeePerGas|eth_gasPrice/),
      shows: button(/Preview send/),
      fails: button('Try again'),
    },
    {
      name: 'code of the recipient',
      isConnected: true,
      open: (live) => fillIn(live),
      troubles: answers(/eth_getCode/, failures, { isFailure: true }),
      shows: button(/Preview send/),
    },
    {
      name: 'history',
      isConnected: true,
      open: (live) => fillIn(live),
      troubles: service(/history$/, failures, pagePoisons),
      shows: button(/Preview send/),
    },
  ],
  WalletSendSelectToken: [
    {
      name: 'tokens',
      isConnected: true,
      async open(live) {
        await live.open({ name: 'WalletSend' })
        await live.modal.button(/Select token/).click()
        await live.modal.expectView('Select token')
      },
      troubles: [...service(/balance$/, failures, tokenPoisons), ...everything],
      shows: (dialog) => dialog.getByRole('list', { name: 'Your tokens' }).getByRole('button').first(),
    },
  ],
  WalletSendScan: [
    {
      name: 'camera',
      isConnected: true,
      open: opening({ name: 'WalletSendScan' }),
      troubles: everything,
      shows: text(/camera/),
    },
  ],
  WalletSendPreview: [
    {
      name: 'wallet',
      isConnected: true,
      open: (live) => confirm(live),
      troubles: [
        ...walletTroubles(/eth_sendTransaction/),
        ...walletTroubles(/eth_sendTransaction/, sendingFaults),
      ],
      shows: button('Approve in Faulty wallet'),
      fails: (dialog) => dialog.getByRole('alert').first(),
      isWellUnknown: true,
    },
    {
      name: 'wallet that takes several calls as one',
      isConnected: true,
      open: (live) => confirm(live),
      troubles: walletTroubles(/wallet_sendCalls/)
        .map(offering({ atomic: { status: 'supported' } }))
        // Any text is an id, which the wallet makes of a batch.
        .map((trouble) => ({ ...trouble, isFailure: trouble.isFailure && !/HTML/.test(trouble.name) })),
      shows: button('Approve in Faulty wallet'),
      empty: text('Sending 0.001 ETH'),
      fails: (dialog) => dialog.getByRole('alert').first(),
      isWellUnknown: true,
    },
    {
      name: 'emptied',
      isConnected: true,
      open: opening({ name: 'WalletSendPreview' }),
      troubles: everything,
      shows: button('Back'),
    },
  ],
  WalletSendStatus: [
    {
      name: 'receipt',
      isConnected: true,
      open: (live) => confirm(live),
      troubles: answers(/eth_getTransactionReceipt|eth_getTransactionByHash/, failures, {
        isFailure: true,
      }).map(takingAnything),
      shows: text('Sending 0.001 ETH'),
      isWellUnknown: true,
    },
    {
      name: 'nonsense of a receipt',
      isConnected: true,
      open: (live) => confirm(live),
      troubles: answers(/eth_getTransactionReceipt/, receiptPoisons, { isFailure: true }).map(takingAnything),
      shows: text('Sending 0.001 ETH'),
      isWellUnknown: true,
    },
    {
      name: 'unknown',
      isConnected: true,
      open: opening({ name: 'WalletSendStatus', parameters: { id: 'unknown' } }),
      troubles: everything,
      shows: button('Done'),
    },
  ],
} as const satisfies Rows

/** The form that sends, filled in as far as it lets itself be. */
async function fillIn(live: LivePage, { recipient = friend }: { readonly recipient?: string } = {}) {
  await live.open({ name: 'WalletSend' })
  await live.dialog.getByLabel('Amount').fill('0.001')
  await live.dialog.getByLabel('Recipient').fill(recipient)
}

/** The wallet is asked to send. */
async function confirm(live: LivePage) {
  await fillIn(live)
  const preview = live.modal.button('Preview send')
  await live.until(() => preview.isEnabled())
  await preview.click()
  await live.modal.button(/^Send( anyway)?$/).dblclick()
}

/** The same trouble with a wallet that says it has sent what it has not: no chain will ever know of it. */
function takingAnything({ begin, ...trouble }: Trouble): Trouble {
  const hash = `0x${'5e'.repeat(32)}`
  return {
    ...trouble,
    begin(world) {
      world.wallet.break(/eth_sendTransaction/, { type: 'answer', value: hash })
      begin(world)
    },
  }
}
