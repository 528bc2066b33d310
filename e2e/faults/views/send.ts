import { people } from '@latchkey/chains'
import type { LivePage } from '../LivePage.js'
import { failures, pagePoisons, picturePoisons, receiptPoisons, wordPoisons } from '../serviceFaults.js'
import { answers, offering, sendingFaults, type Trouble, walletTroubles } from '../troubles.js'
import { button, chain, everything, friend, opening, type Rows, service, text, tokenPoisons } from './Row.js'

/** The screens of sending, from the form to the receipt. */
export const sendViews = {
  WalletSend: [
    {
      name: 'tokens',
      open: (live) => fillIn(live),
      troubles: [...service(/balance$/, failures, tokenPoisons), ...everything],
      shows: button(/Preview send|Insufficient|Add address|Estimating/),
      // The balance is read anew each time; where nobody tells it, an alert beside the button offers to try again.
      fails: button(/Preview send|Insufficient|Balance unavailable/),
    },
    {
      name: 'names',
      open: (live) => fillIn(live, { recipient: 'thistle.eth' }),
      troubles: service(/profile/, failures, { ...wordPoisons, ...picturePoisons }),
      // The name is one of the local chain's own.
      shows: text(people.thistle),
      empty: text(/Error resolving name|Nobody has this name|Invalid address/),
      fails: text(/Error resolving name|Nobody has this name/),
    },
    {
      name: 'fee',
      open: (live) => fillIn(live),
      troubles: chain(/eth_estimateGas|eth_getBlockByNumber|eth_maxPriorityFeePerGas|eth_gasPrice/),
      shows: button(/Preview send/),
      fails: button('Try again'),
    },
    {
      name: 'code of the recipient',
      open: (live) => fillIn(live),
      troubles: answers(/eth_getCode/, failures, { isFailure: true }),
      shows: button(/Preview send/),
    },
    {
      name: 'history',
      open: (live) => fillIn(live),
      troubles: service(/history$/, failures, pagePoisons),
      shows: button(/Preview send/),
    },
  ],
  WalletSendSelectToken: [
    {
      name: 'tokens',
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
      open: opening({ name: 'WalletSendScan' }),
      troubles: everything,
      shows: text(/camera/),
    },
  ],
  WalletSendPreview: [
    {
      name: 'wallet',
      open: (live) => confirm(live),
      troubles: [
        ...walletTroubles(/eth_sendTransaction/),
        ...walletTroubles(/eth_sendTransaction/, sendingFaults),
      ],
      shows: button('Approve in Faulty wallet'),
      fails: (dialog) =>
        dialog
          .getByRole('alert')
          .or(dialog.getByText(/^Not known yet whether/))
          .first(),
      isWellUnknown: true,
    },
    {
      name: 'wallet that takes several calls as one',
      // Without this, each run would look on the chain for the batches that were refused in earlier runs.
      deletes: 'asked',
      open: (live) => confirm(live),
      troubles: walletTroubles(/wallet_sendCalls/)
        .map(offering({ atomic: { status: 'supported' } }))
        // Any text is a valid batch id from a wallet.
        .map((trouble) => ({ ...trouble, isFailure: trouble.isFailure && !/HTML/.test(trouble.name) })),
      shows: button('Approve in Faulty wallet'),
      empty: text('Sending 0.001 ETH'),
      fails: (dialog) =>
        dialog
          .getByRole('alert')
          .or(dialog.getByText(/^Not known yet whether/))
          .first(),
      isWellUnknown: true,
    },
    {
      name: 'emptied',
      open: opening({ name: 'WalletSendPreview' }),
      troubles: everything,
      shows: text('There is nothing to show here any more'),
    },
  ],
  WalletSendStatus: [
    {
      name: 'receipt',
      open: (live) => confirm(live),
      troubles: answers(/eth_getTransactionReceipt|eth_getTransactionByHash/, failures, {
        isFailure: true,
      }).map(takingAnything),
      shows: text('Sending 0.001 ETH'),
      isWellUnknown: true,
      deletes: 'sent',
    },
    {
      name: 'nonsense of a receipt',
      open: (live) => confirm(live),
      troubles: answers(/eth_getTransactionReceipt/, receiptPoisons, { isFailure: true }).map(takingAnything),
      shows: text('Sending 0.001 ETH'),
      isWellUnknown: true,
      deletes: 'sent',
    },
    {
      name: 'unknown',
      open: opening({ name: 'WalletSendStatus', parameters: { id: 'unknown' } }),
      troubles: everything,
      shows: text('There is nothing to show here any more'),
    },
  ],
} as const satisfies Rows

/** Fills in the form as far as the fault allows. */
async function fillIn(live: LivePage, { recipient = friend }: { readonly recipient?: string } = {}) {
  await live.open({ name: 'WalletSend' })
  await live.dialog.getByLabel('Amount').fill('0.001')
  await live.dialog.getByLabel('Recipient').fill(recipient)
}

/** Asks the wallet to send. */
async function confirm(live: LivePage): Promise<void> {
  await fillIn(live)
  // The form shows "Preview send", or the request that the previous trouble left open.
  const preview = live.dialog.locator('button[type=submit]')
  await live.until(() => preview.isEnabled())
  await preview.click()
  const send = live.modal.button(/^Send( anyway)?$/)
  const stop = live.modal.button('Stop checking')
  await live.until(async () => (await send.count()) + (await stop.count()) > 0)
  if ((await stop.count()) > 0) {
    // Gives up the request that the previous trouble left open; the modal asks for confirmation.
    await stop.click()
    await stop.click()
    return confirm(live)
  }
  await send.click()
}

/** Applies the fault with a wallet that reports a transaction hash without sending: no chain will ever have it. */
function takingAnything({ begin, ...trouble }: Trouble, index: number): Trouble {
  // Another hash each time: a repeated hash would not count as an answer to the second request.
  const hash = `0x${(index + 1).toString(16).padStart(2, '0').repeat(32)}`
  return {
    ...trouble,
    begin(world) {
      world.wallet.break(/eth_sendTransaction/, { type: 'answer', value: hash })
      begin(world)
    },
  }
}
