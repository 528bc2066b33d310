import { Fragment, type ReactNode, useEffect } from 'react'
import type { ConnectMethod } from '../../../core/Config.js'
import { fetchLoginMethods } from '../../../features/embedded/fetchLoginMethods.js'
import { isLoginWanted } from '../../../features/embedded/loginWays.js'
import { connectMethods } from '../../../features/wallets/connectMethods.js'
import { isMobileDevice } from '../../device.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useLoginWays } from '../../embedded/useLoginWays.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Divider } from '../../ui/Divider/Divider.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { EmailField } from './EmailField.js'
import sheet from './Login.css.js'
import { PasskeyButton } from './PasskeyButton.js'
import { SocialButtons } from './SocialButtons.js'

/** The ways to log in, and the wallets, in the host's order, with an "or" between logging in and wallets. */
export function Login({ wallets }: Login.Props) {
  useSheet(sheet)
  const text = useEmbeddedText()
  const order = useKitState((state) => methodsOf(state))
  const hasWallets = useKitState(({ options }) => options.enableWallets !== false)
  const isWanted = useKitState(isLoginWanted)
  const { status, ways } = useLoginMethods()
  const isOffered: { readonly [method in ConnectMethod]: boolean } = {
    email: ways.email || ways.passkey,
    social: ways.socials.length > 0,
    wallet: wallets !== undefined && hasWallets,
  }
  const isWaiting = isWanted && status === 'pending'
  // An operator that refuses this page would not show it the wallet either; the developer gets an alert.
  const isRefused = useKitState(({ embedded }) => embedded?.methods?.error?.slots?.status === 403)
  const isFailed = isWanted && status === 'error' && !isRefused
  const isUnknown = isWaiting || isFailed
  const groups = groupsOf(order, (method) =>
    isUnknown && method !== 'wallet' ? method === 'email' : isOffered[method],
  )
  // Without anything to choose, the list of wallets says so.
  if (groups.length === 0) return wallets ?? <Notice icon="warning" title={text('login.unreachable')} />
  return groups.map((group, index) => (
    <Fragment key={group.join()}>
      {index === 0 ? null : <Divider>{text('common.or')}</Divider>}
      {group.includes('wallet') ? (
        wallets
      ) : isWaiting ? (
        <Waiting />
      ) : isFailed ? (
        <Unreachable />
      ) : (
        <div className="login">
          {group.map((method) =>
            method === 'email' ? <ByEmail key={method} /> : <SocialButtons key={method} />,
          )}
        </div>
      )}
    </Fragment>
  ))
}

export declare namespace Login {
  type Props = {
    /** The wallets to connect with. @default only the ways to log in */
    readonly wallets?: ReactNode | undefined
  }
}

function ByEmail() {
  const { email, passkey } = useLoginWays()
  return (
    <>
      {email ? <EmailField /> : null}
      {passkey ? <PasskeyButton /> : null}
    </>
  )
}

/** In the size of what follows, so that nothing jumps. */
function Waiting() {
  const text = useEmbeddedText()
  return (
    <div className="login-waiting" role="status" aria-busy="true" aria-label={text('common.loading')}>
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </div>
  )
}

function Unreachable() {
  const text = useEmbeddedText()
  const fetch = useAction(fetchLoginMethods)
  return (
    <Rows label={text('login.email')}>
      <Row
        start={<RowIcon name="warning" />}
        name={text('common.retry')}
        note={text('login.unreachable')}
        end={<Icon name="refresh" size={18} />}
        onClick={() => void fetch().catch(() => {})}
      />
    </Rows>
  )
}

/** Asks which ways to log in there are, and returns what is known. */
export function useLoginMethods() {
  const fetch = useAction(fetchLoginMethods)
  const ways = useLoginWays()
  const status = useKitState(({ embedded }) => embedded?.methods?.status ?? 'pending')
  useEffect(() => {
    // A failure is in the state, and shown with a way to try again.
    fetch().catch(() => {})
  }, [fetch])
  return { status, ways }
}

function methodsOf(state: Parameters<typeof connectMethods>[0]): readonly ConnectMethod[] {
  const { collapseWallets, connectMethodsOrder } = state.options.features ?? {}
  // One button for wallets comes after the ways to log in, whatever is installed.
  if (collapseWallets && connectMethodsOrder === undefined) return ['email', 'social', 'wallet']
  return connectMethods(state, { isMobile: isMobileDevice() })
}

/** Puts e-mail and socials that follow each other into one group. */
function groupsOf(
  order: readonly ConnectMethod[],
  isOffered: (method: ConnectMethod) => boolean,
): readonly (readonly ConnectMethod[])[] {
  const groups: ConnectMethod[][] = []
  for (const method of order.filter(isOffered)) {
    const last = groups.at(-1)
    if (last === undefined || last.includes('wallet') || method === 'wallet') groups.push([method])
    else last.push(method)
  }
  return groups
}
