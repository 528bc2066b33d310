import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import type { EmbeddedViewName, Screen } from '../modal/screens.js'
import { embeddedSlot } from './embeddedWallet.js'
import { isLoginWanted, offeredWays } from './loginWays.js'
import type { Login } from './state.js'

// The rules of the embedded wallet's screens. They come with `latchkey/embedded`, so what they do is loaded when it is
// first needed: only hosts' own code is on the page before the first click.

const leaving = () => import('./leaveScreens.js')
const endLogin = (kit: Kit) => void leaving().then((leave) => leave.leaveLogin(kit))
const endChange = (kit: Kit) => void leaving().then((leave) => leave.endEmailChange(kit))
const endSurface = (kit: Kit) => void leaving().then((leave) => leave.abandonSurface(kit))

const loginOf = ({ store }: Kit): Login | undefined => store.getState().embedded?.login
const waysOf = ({ store }: Kit) => offeredWays(store.getState())
const hasEmail = (kit: Kit) => waysOf(kit).email
const hasSocials = (kit: Kit) => waysOf(kit).socials.length > 0
const isEmbedded = ({ slots, store }: Kit) =>
  accountOf(store.getState())?.connectorId === slots.get(embeddedSlot)?.connectorId

const choosing = { endsOn: 'wallet' } as const
const logging = { endsOn: 'wallet', onLeave: endLogin } as const
const byEmail = {
  ...logging,
  isOffered: hasEmail,
  isDue: (_: unknown, kit: Kit) => loginOf(kit)?.way === 'email',
} as const
const ofAccount = { needs: 'account', isDue: (_: unknown, kit: Kit) => isEmbedded(kit) } as const
const changing = { ...ofAccount, onLeave: endChange } as const

/** The rules of the embedded wallet's screens. A screen without an entry does not compile. */
export const embeddedScreens: { readonly [name in EmbeddedViewName]: Screen } = {
  Create: { ...choosing, isOffered: ({ store }) => isLoginWanted(store.getState()) },
  ConnectSocials: { ...choosing, isOffered: hasSocials },
  ConnectingSocial: {
    ...logging,
    isOffered: hasSocials,
    isDue: (_, kit) => !['email', 'farcaster', 'passkey', undefined].includes(loginOf(kit)?.way),
  },
  ConnectingFarcaster: { ...logging, isOffered: (kit) => waysOf(kit).socials.includes('farcaster') },
  EmailLogin: { ...choosing, isOffered: hasEmail },
  EmailVerifyOtp: byEmail,
  EmailVerifyDevice: byEmail,
  UpdateEmailWallet: changing,
  UpdateEmailPrimaryOtp: changing,
  UpdateEmailSecondaryOtp: changing,
  AccountSettings: ofAccount,
  Profile: ofAccount,
  ApproveTransaction: {
    hasSurface: true,
    // Whatever waits for the visitor is shown in the surface.
    shows: () => true,
    // The surface may show while the visitor logs in, and until the account is there.
    endsOn: 'wallet',
    isDue: (_, { store }) => store.getState().embedded?.surface !== undefined,
    canClose: ({ isSignInDue, isSignInRequired }) => !(isSignInDue && isSignInRequired),
    insteadOfClosing(kit) {
      const { modal, embedded } = kit.store.getState()
      if (modal.transactions.length === 0 || embedded?.surface === undefined) return false
      void leaving().then((leave) => leave.cancelFlow(kit))
      return true
    },
    onLeave: endSurface,
  },
}
