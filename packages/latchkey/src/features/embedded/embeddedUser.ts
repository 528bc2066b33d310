import type { Namespace } from '../../protocol/caip.js'
import { embeddedChainsItem, loginItem, smartNetworksItem, ticketItem } from '../../protocol/embeddedItems.js'
import type { FrameUser } from '../../protocol/frame/messages.js'
import type { Kit } from '../Kit.js'
import { updateEmbedded } from './embeddedWallet.js'

/** Takes in what the wallet says of the one who has logged in; `namespace`: the chain family of the account. */
export function takeUser(kit: Kit, namespace: Namespace, given: FrameUser): void {
  const { user: known, login } = kit.store.getState().embedded ?? {}
  const { email, userName, custody, isBackedUp, accounts = [], smartAccountDeployed } = given
  // Another visitor may have logged in, in another tab: nothing of the one before is theirs.
  const before = known?.accounts[namespace]?.[0]?.address
  const user = before === undefined || before === accounts[0]?.address ? known : undefined
  updateEmbedded(kit, {
    user: {
      way: login?.way ?? user?.way ?? kit.storage.read(loginItem)?.way,
      email: email ?? user?.email,
      userName: userName ?? user?.userName,
      custody: custody ?? user?.custody,
      isBackedUp: isBackedUp ?? user?.isBackedUp,
      isDeployed: smartAccountDeployed ?? user?.isDeployed,
      accounts: { ...user?.accounts, [namespace]: accounts },
    },
  })
}

/** Forgets the one who has logged in: in the state, and in the browser (spec §4 "Disconnect"). */
export function forgetUser(kit: Kit): void {
  updateEmbedded(kit, { user: undefined, smartNetworks: undefined })
  kit.storage.write(loginItem, undefined)
  kit.storage.write(ticketItem, undefined)
  kit.storage.write(smartNetworksItem, undefined)
  kit.storage.write(embeddedChainsItem, undefined)
}
