import { loginByFarcaster } from '../../../features/embedded/loginByFarcaster.js'
import { isMobileDevice } from '../../device.js'
import { providerNames, SocialLogo } from '../../embedded/SocialLogo.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useStart } from '../../hooks/useStart.js'
import { useErrorText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { QrCode } from '../../ui/QrCode/QrCode.js'
import { Ring } from '../../ui/Ring/Ring.js'
import logoSheet from '../ConnectingSocial/ConnectingSocial.css.js'
import pairing from '../ConnectingWalletConnect/ConnectingWalletConnect.css.js'
import waiting from '../WaitingPane/WaitingPane.css.js'

const name = providerNames.farcaster

/** Logs in with Farcaster: a code to scan on another device, or a button that opens the app on this one. */
export function ConnectingFarcaster() {
  useSheet(pairing)
  useSheet(waiting)
  useSheet(logoSheet)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const start = useAction(loginByFarcaster)
  const login = useKitState(({ embedded }) => embedded?.login)
  const begin = () => void start().catch(() => {})
  // A host may open this screen itself.
  useStart(() => {
    if (login === undefined) begin()
  })
  if (login?.way === 'farcaster' && login.error !== undefined) {
    return (
      <Notice
        icon="warning"
        variant="error"
        title={errorText(login.error)}
        action={
          <Button variant="primary" icon="refresh" onClick={begin}>
            {text('common.retry')}
          </Button>
        }
      />
    )
  }
  const own = login?.way === 'farcaster' ? login : undefined
  if (own?.status === 'entering') return <Waiting title={text('farcaster.loading')} text="" />
  return isMobileDevice() ? <OpenApp url={own?.url} /> : <Scan url={own?.url} />
}

function Scan({ url }: { readonly url: string | undefined }) {
  const text = useEmbeddedText()
  const copy = useCopy()
  return (
    <div className="pairing">
      <QrCode
        text={url}
        label={text('farcaster.qr')}
        logo={
          <span className="farcaster-logo">
            <SocialLogo provider="farcaster" name={name} size={48} />
          </span>
        }
      />
      <p className="pairing-hint">{text('connecting.scan')}</p>
      <Button
        variant="quiet"
        icon="copy"
        disabled={url === undefined}
        onClick={() => url !== undefined && copy(url, text('connecting.copied'))}
      >
        {text('connecting.copy')}
      </Button>
    </div>
  )
}

function OpenApp({ url }: { readonly url: string | undefined }) {
  const text = useEmbeddedText()
  return (
    <Waiting title={text('connecting.continueIn', { name })} text={text('farcaster.accept')}>
      <Button
        variant="primary"
        icon="external"
        disabled={url === undefined}
        onClick={() => url !== undefined && openLink(url)}
      >
        {text('connecting.open', { name })}
      </Button>
    </Waiting>
  )
}

function Waiting({ title, text, children }: Waiting.Props) {
  return (
    <div className="waiting">
      <Ring state="waiting">
        <span className="social-picture">
          <SocialLogo provider="farcaster" name={name} size={44} />
        </span>
      </Ring>
      <div className="waiting-words" role="status" aria-live="polite">
        <p className="waiting-title">{title}</p>
        <p className="waiting-text">{text}</p>
      </div>
      {children === undefined ? null : <div className="waiting-actions">{children}</div>}
    </div>
  )
}

declare namespace Waiting {
  type Props = {
    readonly title: string
    readonly text: string
    readonly children?: React.ReactNode | undefined
  }
}
