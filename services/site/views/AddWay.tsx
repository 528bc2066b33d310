import { Button, Row, RowIcon, Rows } from 'latchkey/site'
import { useState } from 'react'
import { hasPasskeys } from '../page/passkeys.js'
import type { WalletFacts } from '../worker/walletApi.js'
import { Kit } from './Kit.js'
import { Layout } from './Layout.js'
import { PasswordForm } from './PasswordForm.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

type Step = 'choose' | 'password' | 'kit'

/** Adds a way in: a passkey, a password or a kit. */
export function AddWay({ title, note, onDone, onLeave }: AddWay.Props) {
  const text = useText()
  const { wallet } = useSite()
  const email = useSiteState(({ user }) => user?.email ?? user?.userName)
  const [step, setStep] = useState<Step>('choose')
  const { run, isBusy, fault } = useTask()

  const addPasskey = () =>
    run(async () => {
      const name = email ?? text('wallet.title')
      onDone(await wallet.addPasskey(text('security.passkey'), name))
    })
  const addPassword = (password: string) =>
    run(async () => onDone(await wallet.addPassword(password, text('security.password'))))

  if (step === 'kit') return <Kit onDone={onDone} onLeave={() => setStep('choose')} />
  const alert =
    fault === undefined ? null : (
      <p className="entry-fault" role="alert">
        {text(fault.key, fault.slots)}
      </p>
    )
  if (step === 'password') {
    return (
      <Layout
        title={text('backup.password')}
        text={text('backup.passwordText')}
        foot={<Button onClick={() => setStep('choose')}>{text('common.back')}</Button>}
      >
        <PasswordForm isBusy={isBusy} onSave={addPassword} />
        {alert}
      </Layout>
    )
  }
  return (
    <Layout title={title} text={note} foot={<Button onClick={onLeave}>{text('common.back')}</Button>}>
      <Rows label={title}>
        {hasPasskeys() ? (
          <Row
            start={<RowIcon name="key" />}
            name={text('backup.passkey')}
            note={text(isBusy ? 'common.wait' : 'backup.passkeyText')}
            onClick={addPasskey}
          />
        ) : null}
        <Row
          start={<RowIcon name="seal" />}
          name={text('backup.password')}
          note={text('backup.passwordText')}
          onClick={() => setStep('password')}
        />
        <Row
          start={<RowIcon name="copy" />}
          name={text('backup.kit')}
          note={text('backup.kitText')}
          onClick={() => setStep('kit')}
        />
      </Rows>
      {alert}
    </Layout>
  )
}

export declare namespace AddWay {
  type Props = {
    readonly title: string
    readonly note?: string | undefined
    readonly onDone: (wallet: WalletFacts) => void
    readonly onLeave: () => void
  }
}
