import { SocialLogo } from 'latchkey/site'
import { QrCode } from 'latchkey/site/code'
import { useText } from './SiteContext.js'

/** The code that a phone scans. It is loaded when it is shown: most visitors never see one. */
export function ScannedCode({ name, uri }: ScannedCode.Props) {
  const text = useText()
  const logo = (
    <span className="code-logo">
      <SocialLogo provider="farcaster" name={name} />
    </span>
  )
  return <QrCode text={uri} label={text('login.farcaster')} logo={logo} />
}

export declare namespace ScannedCode {
  type Props = { readonly name: string; readonly uri?: string | undefined }
}
