import { Button, Icon, Row, RowIcon, Rows } from 'latchkey/site'
import { useCallback, useEffect, useState } from 'react'
import type { WalletRecords } from '../accounts/records.js'
import { SiteError } from '../page/toFrameError.js'
import type { LogEntry, WalletFacts, WayIn } from '../worker/walletApi.js'
import { AddWay } from './AddWay.js'
import { Caution, Layout } from './Layout.js'
import { type SiteText, useSite, useSiteState, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

const icons = { device: 'desktop', passkey: 'key', password: 'seal', kit: 'copy', operator: 'web' } as const

/** Who can open the wallet, the ways in, the sites that sign without asking, and what has happened. */
export function Security({ onLeave }: { readonly onLeave: () => void }) {
  const text = useText()
  const { wallet } = useSite()
  const [facts, setFacts] = useState<WalletFacts>()
  const [step, setStep] = useState<'list' | 'add' | WayIn>('list')
  const { run, isBusy, fault, setFault } = useTask()

  const open = useCallback(
    () =>
      run(async () => {
        const status = await wallet.open()
        if (status.status !== 'ready') throw new SiteError('locked', `The wallet is ${status.status}`)
        setFacts(status.wallet)
      }),
    [run, wallet],
  )
  useEffect(() => void open(), [open])

  const done = (next: WalletFacts) => {
    setFacts(next)
    setStep('list')
  }
  if (step === 'add')
    return <AddWay title={text('security.add')} onDone={done} onLeave={() => setStep('list')} />
  if (step !== 'list') {
    return (
      <RemoveWay
        way={step}
        isLast={facts?.ways.length === 1}
        isBusy={isBusy}
        fault={fault === undefined ? undefined : text(fault.key, fault.slots)}
        onRemove={() => run(async () => done(await wallet.remove(step.id)))}
        onLeave={() => {
          setFault(undefined)
          setStep('list')
        }}
      />
    )
  }
  return (
    <Layout title={text('security.title')} foot={<Button onClick={onLeave}>{text('common.done')}</Button>}>
      {facts !== undefined || fault !== undefined ? null : (
        <p className="surface-note" role="status">
          {text('wallet.loading')}
        </p>
      )}
      {facts === undefined ? null : (
        <>
          <Caution
            severity={facts.custody === 'self' ? 'info' : 'caution'}
            text={text(`security.${facts.custody}`)}
          />
          <WaysIn ways={facts.ways} onChoose={setStep} onAdd={() => setStep('add')} />
          <Permissions />
          <Log />
        </>
      )}
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          {text(fault.key, fault.slots)}
        </p>
      )}
      {facts !== undefined || fault === undefined ? null : (
        <Button onClick={open}>{text('common.retry')}</Button>
      )}
    </Layout>
  )
}

function WaysIn({
  ways,
  onChoose,
  onAdd,
}: {
  readonly ways: readonly WayIn[]
  readonly onChoose: (way: WayIn) => void
  readonly onAdd: () => void
}) {
  const text = useText()
  const tag = useSiteState(({ locale }) => locale.tag)
  const day = (at: number) => new Date(at).toLocaleDateString(tag, { dateStyle: 'medium' })
  return (
    <section className="facts">
      <h2 className="surface-note">{text('security.ways')}</h2>
      <Rows label={text('security.ways')}>
        {ways.map((way) => (
          <Row
            key={way.id}
            start={<RowIcon name={icons[way.type]} />}
            name={nameOf(text, way)}
            note={[
              way.isOwn ? text('security.thisDevice') : text('security.since', { date: day(way.createdAt) }),
              ...(way.usedAt === undefined ? [] : [text('security.used', { date: day(way.usedAt) })]),
            ].join(' · ')}
            end={<Icon name="chevronRight" size={16} />}
            onClick={() => onChoose(way)}
          />
        ))}
      </Rows>
      <Button onClick={onAdd}>{text('security.add')}</Button>
    </section>
  )
}

/** A name that the visitor knows the way in by: the label of a device or a passkey, the kind of the others. */
function nameOf(text: SiteText, { type, label }: Pick<WayIn, 'type' | 'label'>): string {
  return label === '' ? text(`security.${type}`) : label
}

function RemoveWay({
  way,
  isLast,
  isBusy,
  fault,
  onRemove,
  onLeave,
}: {
  readonly way: WayIn
  readonly isLast: boolean
  readonly isBusy: boolean
  readonly fault: string | undefined
  readonly onRemove: () => void
  readonly onLeave: () => void
}) {
  const text = useText()
  return (
    <Layout
      title={text('security.removeTitle', { name: nameOf(text, way) })}
      text={text(isLast ? 'security.last' : 'security.removeText')}
      foot={
        <>
          {isLast ? null : (
            <Button disabled={isBusy} aria-busy={isBusy} onClick={onRemove}>
              {text(isBusy ? 'common.wait' : 'common.remove')}
            </Button>
          )}
          <Button variant="primary" onClick={onLeave}>
            {text('common.back')}
          </Button>
        </>
      }
    >
      {way.type === 'kit' && !isLast ? (
        <Caution severity="caution" text={text('security.removeKit')} />
      ) : null}
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          {fault}
        </p>
      )}
    </Layout>
  )
}

/** The sites that the wallet signs for without asking (ERC-7715). */
function Permissions() {
  const text = useText()
  const { wallet } = useSite()
  const tag = useSiteState(({ locale }) => locale.tag)
  const [records, setRecords] = useState<WalletRecords>()
  const { run, fault } = useTask()
  useEffect(() => {
    // The list is a help: without it the ways in are there all the same.
    wallet.records().then(setRecords, () => {})
  }, [wallet])
  if (records === undefined || records.permissions.length === 0) return null
  return (
    <section className="facts">
      <h2 className="surface-note">{text('security.permissions')}</h2>
      <Rows label={text('security.permissions')}>
        {records.permissions.map(({ permission }) => (
          <Row
            key={permission.id}
            start={<RowIcon name="web" />}
            name={permission.origin}
            note={text('security.permissionUntil', {
              date: new Date(permission.expiresAt * 1_000).toLocaleString(tag, {
                dateStyle: 'medium',
                timeStyle: 'short',
              }),
            })}
            end={text('common.remove')}
            onClick={() => run(async () => setRecords(await wallet.revokePermission(permission.id)))}
          />
        ))}
      </Rows>
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          {text(fault.key, fault.slots)}
        </p>
      )}
    </section>
  )
}

/** The texts of what the key service has noted (`/keys/v1/audit`). */
const events = {
  'wallet-created': 'event.created',
  'half-released': 'event.unlocked',
  'slot-added': 'event.slotAdded',
  'slot-removed': 'event.slotRemoved',
  'keys-rotated': 'event.rotated',
  exported: 'event.exported',
  refused: 'event.refused',
  replayed: 'event.refused',
} as const

function Log() {
  const text = useText()
  const { wallet } = useSite()
  const tag = useSiteState(({ locale }) => locale.tag)
  const [entries, setEntries] = useState<readonly LogEntry[]>()
  useEffect(() => {
    // As above.
    wallet.log().then(setEntries, () => {})
  }, [wallet])
  if (entries === undefined) return null
  return (
    <details className="raw">
      <summary>{text('security.log')}</summary>
      {entries.length === 0 ? <p className="surface-note">{text('security.logEmpty')}</p> : null}
      <dl className="facts">
        {entries.map(({ event, at, label }) => (
          <div key={`${at} ${event} ${label}`}>
            <dt>{new Date(at).toLocaleString(tag, { dateStyle: 'short', timeStyle: 'short' })}</dt>
            <dd>
              {text(events[event as keyof typeof events] ?? 'event.other', {
                name: label || text('security.way'),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
