import { Button } from 'latchkey/site'
import { type FormEvent, useState } from 'react'
import { Entry } from './Entry.js'
import { useSite, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

const words = { code_wrong: 'login.wrong', code_expired: 'login.expired', limited: 'login.failed' } as const

/** Logs in by a code from a mail. */
export function EmailForm({ onDone, onCode }: EmailForm.Props) {
  const text = useText()
  const { wallet } = useSite()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [code, setCode] = useState('')
  const { run, isBusy, fault } = useTask(words)
  const told = fault === undefined ? undefined : text(fault.key, fault.slots)

  const send = () =>
    run(async () => {
      const { action } = await wallet.loginByEmail(email.trim())
      setSentTo(email.trim())
      onCode()
      if (action === 'VERIFY_DEVICE') await wallet.awaitDevice()
    })
  const check = () =>
    run(async () => {
      await wallet.loginByCode(code.replace(/\D/g, ''))
      onDone()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (sentTo === undefined ? send() : check())
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
    readonly onDone: () => void
    /** A code is on its way: there is no other way to choose any more. */
    readonly onCode: () => void
  }
}
