import { Button } from 'latchkey/site'
import { type FormEvent, useState } from 'react'
import { Entry } from './Entry.js'
import { useText } from './SiteContext.js'

/** Passwords that everybody tries first, or that only repeat something. */
const common = /^(.)\1+$|^(0123456789|1234567890|qwertyuiop|password\d*|passwort\d*|letmein\d*|iloveyou\d*)$/i
const leastLength = 10

/** Two fields for a new password. */
export function PasswordForm({
  isBusy,
  onSave,
}: {
  readonly isBusy: boolean
  readonly onSave: (password: string) => void
}) {
  const text = useText()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = password.length < leastLength
  const isCommon = common.test(password)
  const isDifferent = password !== repeated

  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isShort && !isCommon && !isDifferent) onSave(password)
  }
  return (
    <form className="facts" onSubmit={save}>
      <Entry
        label={text('password.label')}
        value={password}
        isSecret
        takesFocus
        autoComplete="new-password"
        fault={
          isTried && isShort
            ? text('password.short')
            : isTried && isCommon
              ? text('password.common')
              : undefined
        }
        onChange={setPassword}
      />
      <Entry
        label={text('password.repeat')}
        value={repeated}
        isSecret
        autoComplete="new-password"
        fault={isTried && isDifferent ? text('password.differs') : undefined}
        onChange={setRepeated}
      />
      <Button type="submit" variant="primary" disabled={isBusy} aria-busy={isBusy}>
        {text(isBusy ? 'common.wait' : 'password.save')}
      </Button>
    </form>
  )
}
