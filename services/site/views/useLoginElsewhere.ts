import { useRef, useState } from 'react'
import { openProvider } from '../page/openProvider.js'
import { PasskeyError, requestPasskey } from '../page/passkeys.js'
import { SiteError } from '../page/toFrameError.js'
import { useSite } from './SiteContext.js'
import type { Fault } from './useTask.js'

export type Provider = 'oidc' | 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** A login that goes on in another window, or on a phone that scans the address. */
type Elsewhere = { readonly provider: Provider; readonly uri?: string | undefined }

/**
 * Logs in at providers, with Farcaster and with a passkey. The visitor may begin another login at any time. `only`: the id of the visitor who must
 * log in.
 */
export function useLoginElsewhere(onDone: () => void, only?: string | undefined) {
  const { wallet } = useSite()
  const [elsewhere, setElsewhere] = useState<Elsewhere>()
  const [fault, setFault] = useState<Fault>()
  const attempt = useRef(0)

  /** Runs a login. One that was left counts if it succeeds all the same, and says nothing if it does not. */
  async function run(work: (isLatest: () => boolean) => Promise<void>): Promise<void> {
    attempt.current += 1
    const own = attempt.current
    const isLatest = () => own === attempt.current
    setFault(undefined)
    try {
      await work(isLatest)
      onDone()
    } catch (error) {
      if (!isLatest()) return
      setElsewhere(undefined)
      setFault(faultOf(error, only))
    }
  }

  function begin(provider: Provider): void {
    if (provider === 'farcaster') {
      setElsewhere({ provider })
      void run(async (isLatest) => {
        const { url } = await wallet.loginByFarcaster()
        if (isLatest()) setElsewhere({ provider, uri: url })
        await wallet.awaitLogin(only)
      })
      return
    }
    const opened = openProvider()
    if (opened === null) return setFault({ key: 'window.blocked' })
    setElsewhere({ provider })
    void run(async () => {
      try {
        opened.location.href = (await wallet.loginBySocial(provider)).uri
        await wallet.awaitLogin(only)
        opened.close()
      } catch (error) {
        // After a failed login that window says why; one that has gone nowhere is of no use.
        if (!(error instanceof SiteError) || !/^login_/.test(error.code)) opened.close()
        throw error
      }
    })
  }

  return {
    elsewhere,
    fault,
    begin,
    passkey() {
      void run(async () => {
        const { flow, challenge, rpId } = await wallet.passkeyLogin()
        await wallet.loginByPasskey(flow, await requestPasskey({ challenge, rpId }), only)
      })
    },
    leave() {
      attempt.current += 1
      setElsewhere(undefined)
    },
  }
}

function faultOf(error: unknown, only: string | undefined): Fault {
  if (error instanceof PasskeyError)
    return { key: error.reason === 'unsupported' ? 'recover.passkeyUnsupported' : 'recover.passkeyFailed' }
  const code = error instanceof SiteError ? error.code : undefined
  if (code === 'login_other' && only !== undefined) return { key: 'login.another' }
  return { key: code === 'network' ? 'login.offline' : 'login.failed' }
}
