import { Button, Notice, QrCode, SocialLogo } from 'latchkey/site'
import { Layout } from './Layout.js'
import { useText } from './SiteContext.js'
import type { Provider } from './useLoginElsewhere.js'

/** A login that goes on in a provider's window, or on a phone. */
export function LoginElsewhere({ provider, name, uri, onAgain, onBack }: LoginElsewhere.Props) {
  const text = useText()
  const isScanned = provider === 'farcaster'
  const logo = <SocialLogo provider={provider} name={name} size={44} />
  return (
    <Layout
      title={text('login.at', { name })}
      foot={
        <>
          <Button variant="primary" onClick={onAgain}>
            {text(isScanned ? 'common.retry' : 'window.again')}
          </Button>
          <Button onClick={onBack}>{text('common.back')}</Button>
        </>
      }
    >
      {isScanned ? <QrCode text={uri} label={text('login.farcaster')} logo={logo} /> : null}
      <Notice
        icon={isScanned ? 'wallet' : 'external'}
        title={text(isScanned ? 'login.farcasterText' : 'login.atText')}
      />
    </Layout>
  )
}

export declare namespace LoginElsewhere {
  type Props = {
    readonly provider: Provider
    readonly name: string
    /** What the phone scans. */
    readonly uri?: string | undefined
    readonly onAgain: () => void
    readonly onBack: () => void
  }
}
