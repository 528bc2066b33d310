import type { LoginUser } from 'latchkey/protocol'
import { Button } from 'latchkey/site'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LoginForm } from './LoginForm.js'
import { useSite, useText } from './SiteContext.js'
import type { Fault } from './useTask.js'

/** What a refusal says of which the reason is that the last login was too long ago. */
export const loginAgain = { login_again: 'export.login' } as const

/**
 * Offers a login where the last one was too long ago for a task, and goes on with the task afterwards: `button` asks for it, and `form` takes the
 * view's place while the visitor logs in.
 */
export function useLoginAgain(
  fault: Fault | undefined,
  onGoOn: () => void,
): { readonly button: ReactNode; readonly form: ReactNode } {
  const text = useText()
  const { wallet } = useSite()
  /** Who must log in, while the form is there. */
  const [only, setOnly] = useState<LoginUser>()
  const latest = useRef(only)
  useEffect(() => {
    latest.current = only
    return () => {
      latest.current = undefined
    }
  }, [only])
  const done = () => {
    // A login elsewhere that the visitor has left may still succeed: it goes on with nothing.
    if (latest.current === undefined) return
    setOnly(undefined)
    onGoOn()
  }
  const begin = () => void wallet.user().then(setOnly, () => {})
  const isOffered = fault?.key === loginAgain.login_again
  return {
    button: isOffered ? (
      <Button variant="primary" onClick={begin}>
        {text('login.title')}
      </Button>
    ) : null,
    form:
      only === undefined ? null : <LoginForm only={only} onDone={done} onLeave={() => setOnly(undefined)} />,
  }
}
