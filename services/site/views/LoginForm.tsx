import type { LoginUser } from 'latchkey/protocol'
import { Button } from 'latchkey/site'
import { useEffect, useState } from 'react'
import type { LoginOffer } from '../worker/walletApi.js'
import { EmailForm } from './EmailForm.js'
import { Layout } from './Layout.js'
import { LoginElsewhere } from './LoginElsewhere.js'
import { LoginWays, nameOf } from './LoginWays.js'
import { useSite, useText } from './SiteContext.js'
import { useLoginElsewhere } from './useLoginElsewhere.js'

/** Logs in by the ways that the modal has: in the wallet's own window, which has a session of its own, or where the last login was too long ago. */
export function LoginForm({ only, onDone, onLeave }: LoginForm.Props) {
  const text = useText()
  const offer = useOffer()
  const [hasCode, setCode] = useState(false)
  /** How often the visitor has come back from the code, to another address. */
  const [turn, setTurn] = useState(0)
  const { elsewhere, fault, begin, passkey, leave } = useLoginElsewhere(onDone, only?.id)

  const again = () => {
    setCode(false)
    setTurn(turn + 1)
  }
  if (elsewhere !== undefined && offer !== undefined) {
    const { provider, uri } = elsewhere
    return (
      <LoginElsewhere
        provider={provider}
        name={nameOf(provider, offer)}
        uri={uri}
        onAgain={() => begin(provider)}
        onBack={leave}
      />
    )
  }
  return (
    <Layout
      title={text('login.title')}
      text={text(only === undefined ? 'login.text' : 'export.login')}
      foot={
        <>
          {hasCode ? <Button onClick={again}>{text('common.back')}</Button> : null}
          <Button variant={hasCode ? 'quiet' : 'secondary'} onClick={onLeave}>
            {text('common.cancel')}
          </Button>
        </>
      }
    >
      {offer?.email !== false ? (
        <EmailForm key={turn} only={only} onDone={onDone} onCode={() => setCode(true)} />
      ) : null}
      {offer === undefined || hasCode ? null : (
        <LoginWays offer={offer} onProvider={begin} onPasskey={passkey} />
      )}
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          {text(fault.key, fault.slots)}
        </p>
      )}
    </Layout>
  )
}

export declare namespace LoginForm {
  type Props = {
    /** Who must log in again: another account is refused. */
    readonly only?: LoginUser | undefined
    readonly onDone: () => void
    readonly onLeave: () => void
  }
}

/** The ways that the operator has configured; `undefined` until they are known. */
function useOffer(): LoginOffer | undefined {
  const { wallet } = useSite()
  const [offer, setOffer] = useState<LoginOffer>()
  useEffect(() => {
    // Without an answer there is the login by mail, which tells the visitor what is wrong.
    wallet.loginWays().then(setOffer, () => {})
  }, [wallet])
  return offer
}
