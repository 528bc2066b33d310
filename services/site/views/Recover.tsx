import { Button, Notice, Row, RowIcon, Rows } from 'latchkey/site'
import { type FormEvent, useState } from 'react'
import { hasPasskeys } from '../page/passkeys.js'
import { SiteError } from '../page/toFrameError.js'
import type { Opening, WalletFacts, WayIn } from '../worker/walletApi.js'
import { Entry, LongEntry } from './Entry.js'
import { Layout } from './Layout.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

type Step = 'choose' | 'password' | 'kit'

/** What refusals mean at each step. At the first one only a passkey opens anything. */
const words = {
  choose: {
    code_wrong: 'recover.passkeyFailed',
    invalid: 'recover.passkeyFailed',
    locked: 'recover.passkeyFailed',
  },
  password: { code_wrong: 'recover.wrongPassword', locked: 'recover.wrongPassword' },
  kit: { code_wrong: 'recover.kitWrong', invalid: 'recover.kitWrong', locked: 'recover.kitWrong' },
} as const

/** Opens a wallet on a device that has no way in, with one of the other ways. */
export function Recover({ ways: known, onDone, onLeave, onMove }: Recover.Props) {
  const text = useText()
  const { wallet } = useSite()
  const [ways, setWays] = useState(known)
  const has = (type: WayIn['type']) => ways.some((way) => way.type === type)
  const hasKit = has('kit')
  const canPasskey = has('passkey') && hasPasskeys()
  const isFrame = useSiteState(({ surface }) => surface === 'iframe')
  const hasWay = canPasskey || has('password') || hasKit || isFrame
  const [step, setStep] = useState<Step>('choose')
  const { run, isBusy, fault, setFault } = useTask(words[step])

  const open = (opening: Opening) =>
    run(async () => {
      try {
        onDone(await wallet.recover(opening))
      } catch (error) {
        // Another device may have removed this way in.
        const left = error instanceof SiteError && error.code === 'locked' ? await waysLeft() : undefined
        if (left === undefined) throw error
        setWays(left)
        if (left.some(({ type }) => type === opening.way)) throw error
        setStep('choose')
      }
    })
  async function waysLeft(): Promise<readonly WayIn[] | undefined> {
    try {
      const opened = await wallet.open()
      return opened.status === 'locked' ? opened.ways : undefined
    } catch {
      // The visitor learns of the first failure.
      return undefined
    }
  }
  const go = (next: Step) => {
    setFault(undefined)
    setStep(next)
  }
  const told = fault === undefined ? undefined : text(fault.key, fault.slots)
  if (step === 'password') {
    return (
      <PasswordStep
        isBusy={isBusy}
        fault={told}
        onBack={() => go('choose')}
        onOpen={(password) => open({ way: 'password', password })}
      />
    )
  }
  if (step === 'kit') {
    return (
      <KitStep
        isBusy={isBusy}
        fault={told}
        onBack={() => go('choose')}
        onOpen={(kit) => open({ way: 'kit', words: kit })}
      />
    )
  }
  return (
    <Layout
      title={text('recover.title')}
      text={hasWay ? text('recover.text') : undefined}
      foot={<Button onClick={onLeave}>{text('common.cancel')}</Button>}
    >
      {hasWay ? (
        <Rows label={text('recover.title')}>
          {canPasskey ? (
            <Row
              start={<RowIcon name="key" />}
              name={text('recover.passkey')}
              note={isBusy ? text('common.wait') : undefined}
              onClick={() => open({ way: 'passkey' })}
            />
          ) : null}
          {has('password') ? (
            <Row
              start={<RowIcon name="seal" />}
              name={text('recover.password')}
              onClick={() => go('password')}
            />
          ) : null}
          {hasKit ? (
            <Row start={<RowIcon name="copy" />} name={text('recover.kit')} onClick={() => go('kit')} />
          ) : null}
          {/* The window has a storage of its own, in which this browser may know the wallet. */}
          {isFrame ? (
            <Row start={<RowIcon name="external" />} name={text('approve.window')} onClick={onMove} />
          ) : null}
        </Rows>
      ) : (
        <Notice
          icon="warning"
          variant="warning"
          title={text('recover.none')}
          text={text('recover.noneText')}
        />
      )}
      {has('passkey') && !hasPasskeys() ? (
        <p className="surface-note">{text('recover.passkeyUnsupported')}</p>
      ) : null}
      {told === undefined ? null : (
        <p className="entry-fault" role="alert">
          {told}
        </p>
      )}
    </Layout>
  )
}

export declare namespace Recover {
  type Props = {
    readonly ways: readonly WayIn[]
    readonly onDone: (wallet: WalletFacts) => void
    readonly onLeave: () => void
    /** Goes on in a window of the wallet's own. */
    readonly onMove: () => void
  }
}

type StepProps = {
  readonly isBusy: boolean
  readonly fault: string | undefined
  readonly onBack: () => void
  readonly onOpen: (secret: string) => void
}

function PasswordStep({ isBusy, fault, onBack, onOpen }: StepProps) {
  const text = useText()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onOpen(password)
  }
  return (
    <Layout title={text('recover.password')} foot={<Button onClick={onBack}>{text('common.back')}</Button>}>
      <form className="facts" onSubmit={submit}>
        <Entry
          label={text('password.label')}
          value={password}
          isSecret
          takesFocus
          autoComplete="current-password"
          fault={fault}
          onChange={setPassword}
        />
        <Button type="submit" variant="primary" disabled={isBusy || password === ''} aria-busy={isBusy}>
          {text(isBusy ? 'common.wait' : 'password.open')}
        </Button>
      </form>
    </Layout>
  )
}

function KitStep({ isBusy, fault, onBack, onOpen }: StepProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onOpen(typed.trim().toLowerCase().split(/\s+/).join(' '))
  }
  return (
    <Layout
      title={text('recover.kit')}
      text={text('recover.kitText')}
      foot={<Button onClick={onBack}>{text('common.back')}</Button>}
    >
      <form className="facts" onSubmit={submit}>
        <LongEntry
          label={text('recover.kitWords')}
          value={typed}
          takesFocus
          fault={fault}
          onChange={setTyped}
        />
        <Button type="submit" variant="primary" disabled={isBusy || typed.trim() === ''} aria-busy={isBusy}>
          {text(isBusy ? 'common.wait' : 'password.open')}
        </Button>
      </form>
    </Layout>
  )
}
