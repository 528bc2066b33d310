import { Button, Notice } from 'latchkey/site'
import { type ComponentType, useEffect, useState } from 'react'
import { Layout } from './Layout.js'
import type { ScannedCode } from './ScannedCode.js'
import { useText } from './SiteContext.js'
import type { Provider } from './useLoginElsewhere.js'

/** A login that goes on in a provider's window, or on a phone. */
export function LoginElsewhere({ provider, name, uri, onAgain, onBack }: LoginElsewhere.Props) {
  const text = useText()
  const isScanned = provider === 'farcaster'
  const [Code, setCode] = useState<ComponentType<ScannedCode.Props>>()
  useEffect(() => {
    // Without the code, Retry and Back are still there.
    if (isScanned)
      import('./ScannedCode.js').then((module) => setCode(() => module.ScannedCode), console.error)
  }, [isScanned])
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
      {isScanned && Code !== undefined ? <Code name={name} uri={uri} /> : null}
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
