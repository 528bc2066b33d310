import { useCallback, useRef, useState } from 'react'
import type { SiteTextKey } from '../locales/siteTexts.js'
import { PasskeyError } from '../page/passkeys.js'
import { SiteError } from '../page/toFrameError.js'

/** What went wrong, as a text of the site. */
export type Fault = {
  readonly key: SiteTextKey
  readonly slots?: { readonly [name: string]: string | number } | undefined
}

/** Always the same object, so that `run` stays the same: effects depend on it. */
const noWords = {}

/** Work that the visitor began by a press: one at a time, with its fault in words. */
export function useTask(words: Partial<Record<string, SiteTextKey>> = noWords) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const running = useRef(false)
  const run = useCallback(
    async (work: () => Promise<void>) => {
      if (running.current) return
      running.current = true
      setBusy(true)
      setFault(undefined)
      try {
        await work()
      } catch (error) {
        setFault(faultOf(error, words))
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [words],
  )
  return { run, isBusy, fault, setFault }
}

function faultOf(error: unknown, words: Partial<Record<string, SiteTextKey>>): Fault {
  if (error instanceof PasskeyError) {
    return { key: error.reason === 'unsupported' ? 'recover.passkeyUnsupported' : 'recover.passkeyFailed' }
  }
  if (!(error instanceof SiteError)) return { key: 'wallet.failed' }
  const { code, more } = error
  if (code === 'limited')
    return { key: 'recover.limited', slots: { minutes: Math.ceil((more.seconds ?? 60) / 60) } }
  if (code === 'email_too_soon') return { key: 'login.wait', slots: { seconds: more.seconds ?? 30 } }
  const own = words[code]
  if (own !== undefined) return { key: own, slots: { count: more.triesLeft ?? 0 } }
  return { key: code === 'network' ? 'login.offline' : 'wallet.failed' }
}
