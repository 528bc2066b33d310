import type { LoginUser } from 'latchkey/protocol'
import { Button, Notice } from 'latchkey/site'
import { type FormEvent, useState } from 'react'
import { Entry } from './Entry.js'
import { useSite, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

const words = { code_wrong: 'login.wrong', code_expired: 'login.expired', limited: 'login.failed' } as const
const wordsForOne = { ...words, login_other: 'login.another' } as const

/** Logs in by a code from a mail. */
export function EmailForm({ only, onDone, onCode }: EmailForm.Props) {
  const text = useText()
  const { wallet } = useSite()
  const [email, setEmail] = useState(only?.email ?? '')
  const [sentTo, setSentTo] = useState<string>()
  const [code, setCode] = useState('')
  /** The mail has a link in place of a code: this device is new to the account. */
  const [isDevice, setDevice] = useState(false)
  const { run, isBusy, fault } = useTask(only === undefined ? words : wordsForOne)
  const told = fault === undefined ? undefined : text(fault.key, fault.slots)

  const send = () =>
    run(async () => {
      const { action } = await wallet.loginByEmail(email.trim())
      setSentTo(email.trim())
      setCode('')
      onCode()
      if (action !== 'VERIFY_DEVICE') return
      setDevice(true)
      // The code comes after it.
      await wallet.awaitDevice().finally(() => setDevice(false))
    })
  const check = () =>
    run(async () => {
      await wallet.loginByCode(code.replace(/\D/g, ''), only?.id)
      onDone()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (sentTo === undefined ? send() : check())
  }
  if (isDevice && sentTo !== undefined) {
    return (
      <Notice
        icon="external"
        title={text('login.device', { email: sentTo })}
        text={text('login.deviceText')}
      />
    )
  }
  return (
    <form className="facts" onSubmit={submit}>
      {sentTo === undefined ? (
        <Entry
          label={text('login.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email}
          fault={told}
          onChange={setEmail}
        />
      ) : (
        <Entry
          // The keyboard's focus goes there from the button that is gone.
          key="code"
          takesFocus
          label={text('login.code', { email: sentTo })}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          fault={told}
          onChange={setCode}
        />
      )}
      <Button type="submit" variant="primary" disabled={isBusy} aria-busy={isBusy}>
        {text(isBusy ? 'common.wait' : sentTo === undefined ? 'login.send' : 'login.check')}
      </Button>
      {sentTo === undefined ? null : (
        <Button variant="quiet" disabled={isBusy} onClick={send}>
          {text('login.again')}
        </Button>
      )}
    </form>
  )
}

export declare namespace EmailForm {
  type Props = {
    /** Who must log in. */
    readonly only?: LoginUser | undefined
    readonly onDone: () => void
    /** A code is on its way: there is no other way to choose any more. */
    readonly onCode: () => void
  }
}
