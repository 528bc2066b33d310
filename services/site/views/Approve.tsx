import { Button, Icon } from 'latchkey/site'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import {
  dwell,
  faultOf,
  isTooEarly,
  isTooSmall,
  type PressFault,
  watchVisibility,
} from '../page/visibility.js'
import { ChangesCard } from './ChangesCard.js'
import { Caution, Layout } from './Layout.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { Values } from './Values.js'

type ConsentAsk = Extract<Ask, { kind: 'consent' }>

/** What an app asks for: who asks, what it does, what changes, and two buttons. What is shown is frozen, and is what is signed. */
export function Approve({ ask }: { readonly ask: ConsentAsk }) {
  const text = useText()
  const { asks, wallet } = useSite()
  const count = useSiteState((state) => state.asks.length)
  const { consent, status } = ask
  const isGrave = consent.warnings.some(({ severity }) => severity === 'danger')

  async function approve() {
    asks.change(ask.id, (one) => ({ ...one, status: 'busy' }) as Ask)
    try {
      asks.resolve(ask.id, await wallet.carryOut(consent.id))
    } catch (error) {
      asks.reject(ask.id, error)
    }
  }
  const reject = () => asks.reject(ask.id, new SiteError('rejected', 'Rejected in the wallet', { rpc: 4001 }))

  return (
    <Layout
      title={text(`title.${consent.title}`, slotsOf(consent))}
      foot={
        <>
          {count > 1 ? <p className="surface-note">{text('approve.more', { count: count - 1 })}</p> : null}
          <ApproveButtons
            consent={consent}
            isBusy={status === 'busy'}
            isGrave={isGrave}
            askId={ask.id}
            onApprove={() => void approve()}
            onReject={reject}
          />
        </>
      }
    >
      <p className="origin">
        <Icon name="web" size={16} />
        <bdi dir="ltr">{consent.origin}</bdi>
      </p>
      {consent.warnings.map((warning) => (
        <Caution
          key={`${warning.key} ${JSON.stringify(warning.slots)}`}
          severity={warning.severity}
          text={text(`warning.${warning.key}`, warning.slots)}
        />
      ))}
      {consent.changes === undefined ? null : <ChangesCard changes={consent.changes} />}
      {consent.rows.length === 0 ? null : <Values rows={consent.rows} />}
      <dl className="facts">
        <div>
          <dt>{text('approve.account')}</dt>
          <dd>
            <bdi dir="ltr">{consent.account.address}</bdi>
            {consent.account.type === 'smartAccount' ? <small>{text('word.smartAccount')}</small> : null}
          </dd>
        </div>
        <div>
          <dt>{text('approve.network')}</dt>
          <dd>{consent.chain.name}</dd>
        </div>
      </dl>
      <details className="raw">
        <summary>{text('approve.raw')}</summary>
        <section
          className="said"
          data-format={consent.raw.format}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
          tabIndex={0}
          aria-label={text('approve.raw')}
        >
          {consent.raw.text}
        </section>
      </details>
    </Layout>
  )
}

/** The slots of the title stand in the rows: the spender of a permit, say. */
function slotsOf({ rows }: ConsentRequest): { readonly [name: string]: string } {
  const spender = rows.find(({ label }) => 'key' in label && label.key === 'spender')?.value
  return spender?.type === 'address' ? { spender: spender.name ?? spender.address } : {}
}

declare namespace ApproveButtons {
  type Props = {
    readonly consent: ConsentRequest
    readonly isBusy: boolean
    readonly isGrave: boolean
    readonly askId: string
    readonly onApprove: () => void
    readonly onReject: () => void
  }
}

/** Approve and Reject. Approve works only for a press that is certainly the visitor's (spec §10 "Consent"). */
function ApproveButtons({ consent, isBusy, isGrave, askId, onApprove, onReject }: ApproveButtons.Props) {
  const text = useText()
  const { store, seesVisibility, openWindow } = useSite()
  const surface = useSiteState((state) => state.surface)
  const [button, setButton] = useState<HTMLSpanElement | null>(null)
  const visibility = useRef<{ readonly visibleSince: () => number | undefined }>(undefined)
  const pressed = useRef(false)
  const focusedAt = useRef(performance.now())
  useEffect(() => {
    const onFocus = () => {
      focusedAt.current = performance.now()
    }
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [])
  const [fault, setFault] = useState<PressFault>()
  const [isEarly, setEarly] = useState(true)
  const mustMove = surface === 'iframe' && !seesVisibility

  // The button looks as it works: a press that comes too early does nothing.
  useEffect(() => {
    const look = () => {
      setEarly(isTooEarly(timesNow()))
      const isSmall = surface === 'iframe' && isTooSmall(sizeNow())
      setFault((before) => (isSmall ? 'small' : before === 'small' ? undefined : before))
    }
    look()
    const timer = setInterval(look, 100)
    return () => clearInterval(timer)
  })

  const timesNow = () => ({
    surface,
    visibleSince: visibility.current?.visibleSince(),
    changedAt: store.getState().changedAt,
    pressedAt: performance.now(),
  })
  useEffect(() => {
    const whole = button?.closest('main')
    if (surface !== 'iframe' || !seesVisibility || button === null || whole == null) return
    const watch = watchVisibility([whole, button], (isVisible) => setFault(isVisible ? undefined : 'hidden'))
    visibility.current = watch
    return () => {
      visibility.current = undefined
      watch.stop()
    }
  }, [surface, seesVisibility, button])

  const begin = (event: PointerEvent | KeyboardEvent) => {
    // A key that is held repeats itself; the visitor may hold it for something else.
    pressed.current = event.isTrusted && !('repeat' in event && event.repeat)
  }
  const press = (event: MouseEvent) => {
    const found = faultOf({
      ...timesNow(),
      seesVisibility,
      ...sizeNow(),
      isTrusted: event.isTrusted,
      isActive: navigator.userActivation?.isActive ?? event.isTrusted,
      beganHere: pressed.current,
    })
    pressed.current = false
    // A page can move the keyboard's focus here in the moment of a key press: a press by key has no `detail`.
    if (event.detail === 0 && performance.now() - focusedAt.current < dwell) return
    if (found === undefined) onApprove()
    else if (found !== 'early' && found !== 'forged') setFault(found)
  }

  if (!consent.canApprove) {
    return (
      <>
        <p className="surface-note">{text('approve.blocked')}</p>
        <Button variant="primary" onClick={onReject}>
          {text('common.close')}
        </Button>
      </>
    )
  }
  // What is being signed comes to its end here.
  if (!isBusy && (mustMove || fault === 'window' || fault === 'small')) {
    return (
      <>
        <p className="surface-note">{text(fault === 'small' ? 'approve.small' : 'approve.windowText')}</p>
        <Button variant="primary" onClick={() => openWindow(askId)}>
          {text('approve.window')}
        </Button>
        <Button onClick={onReject}>{text('approve.reject')}</Button>
      </>
    )
  }
  const prefersCancel = isGrave || consent.preferred === 'cancel'
  return (
    <>
      {fault === 'hidden' && !isBusy ? (
        <>
          <p className="surface-note" role="status">
            {text('approve.hidden')}
          </p>
          <Button onClick={() => openWindow(askId)}>{text('approve.window')}</Button>
        </>
      ) : null}
      <div className="surface-pair">
        <Button variant={prefersCancel ? 'primary' : 'secondary'} disabled={isBusy} onClick={onReject}>
          {text('approve.reject')}
        </Button>
        <span ref={setButton} data-approve>
          <Button
            variant={prefersCancel ? 'secondary' : 'primary'}
            aria-busy={isBusy}
            // It keeps the keyboard's focus meanwhile.
            aria-disabled={isEarly && !isBusy}
            disabled={isBusy}
            onPointerDown={begin}
            onKeyDown={begin}
            onClick={press}
          >
            {text(isBusy ? 'approve.busy' : isGrave ? 'approve.approveAnyway' : 'approve.approve')}
          </Button>
        </span>
      </div>
    </>
  )
}

const sizeNow = () => ({ width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio })
