import { scriptedBitcoinWallet, scriptedPolkadotWallet, scriptedSolanaWallet } from 'latchkey/testing'
import type { Ledger } from '../settings.js'
import { ask } from './ask.js'
import { describeBitcoin, describePolkadot, describeSolana, type Lines } from './describeRequest.js'
import { iconOf } from './icons.js'
import { recallPermission, recallPerson, rememberPermission } from './memory.js'
import { keyOf, pathOf } from './ownKeys.js'

/** Announces a practice wallet for each local ledger, as the wallets of its family do. */
export async function announceFamilyWallets(ledgers: readonly Ledger[]): Promise<void> {
  await Promise.all(ledgers.map((ledger) => announce[ledger.namespace](ledger)))
}

const announce = {
  async solana(ledger: Ledger) {
    const name = 'Practice Solana'
    const approve = asking(name, ledger)
    const wallet = scriptedSolanaWallet({
      secret: keyOf('solana', recallPerson()),
      name,
      icon: iconOf('solana'),
      chains: ['solana:localnet'],
      rpcUrl: ledger.rpcUrl,
      isGranted: recallPermission('solana'),
      async answer({ method, input }, honest) {
        await approve(method === 'connect', wallet.address, await describeSolana(method, input))
        return honest()
      },
    })
    const events = wallet.wallet.features['standard:events']
    events.on('change', () => rememberPermission(wallet.wallet.accounts.length > 0, 'solana'))
    wallet.announce(window)
  },

  async bip122(ledger: Ledger) {
    const name = 'Practice Bitcoin'
    const approve = asking(name, ledger)
    const wallet = await scriptedBitcoinWallet({
      privateKey: keyOf('bip122', recallPerson()),
      name,
      icon: iconOf('bip122'),
      isGranted: recallPermission('bip122'),
      onGranted: (isGranted) => rememberPermission(isGranted, 'bip122'),
      async approve({ method, params }) {
        const own = [wallet.payment, wallet.ordinals]
        await approve(
          method === 'bitcoin:connect',
          wallet.payment,
          await describeBitcoin(method, params, own),
        )
      },
    })
    const register = ({ register }: { readonly register: (wallet: object) => void }) =>
      register(wallet.standard)
    window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  },

  async polkadot(ledger: Ledger) {
    const name = 'Practice Polkadot'
    const approve = asking(name, ledger)
    const wallet = await scriptedPolkadotWallet({
      path: pathOf(recallPerson()),
      name,
      isGranted: recallPermission('polkadot'),
      async answer({ method, input }, honest) {
        await approve(method === 'enable', wallet.address, await describePolkadot(method, input))
        if (method === 'enable') rememberPermission(true, 'polkadot')
        return honest()
      },
    })
    wallet.announce(window)
  },
}

/** Asks the visitor for a wallet, one question at a time. */
function asking(wallet: string, { name: network }: Ledger) {
  let isAsking = false
  return async (isConnecting: boolean, account: string, { title, lines }: Lines) => {
    if (isAsking) throw Object.assign(new Error('A request is already pending.'), { code: -32002 })
    isAsking = true
    const isApproved = await ask({
      wallet,
      title: isConnecting ? 'Connect to this site?' : title,
      lines: isConnecting ? [['Site', location.host]] : lines,
      account,
      network,
    }).finally(() => {
      isAsking = false
    })
    if (!isApproved) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
}
