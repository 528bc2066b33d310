import { useEffect, useState } from 'react'
import { isSameAddress } from '../../../core/addresses.js'
import { fetchActivity } from '../../../features/account/fetchActivity.js'
import { accountOf } from '../../../features/account/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import { sentBy } from '../../../features/send/sent.js'
import type { HistoryLack } from '../../../protocol/http/blockchain.js'
import { isSameId } from '../../../protocol/isSameId.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLive } from '../../hooks/useLive.js'
import { useKit } from '../../KitContext.js'
import { type AppText, useErrorText, useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { SentLine, TransactionLine } from './ActivityLine.js'
import { byMonth } from './byMonth.js'
import { ListEnd } from './ListEnd.js'
import { ReadingShare, whileReading } from './ReadingShare.js'
import { isBait } from './transferTexts.js'

/** Placeholder rows while the activity loads (spec: 7 loaders). */
const loaders = [1, 2, 3, 4, 5, 6, 7]

/** The account's activity by month, newest first, with pending transfers on top. Fetches the next page near the end. */
export function AccountActivity() {
  const text = useText()
  const errorText = useErrorText()
  const fetch = useAction(fetchActivity)
  const account = useKitState((state) => accountOf(state))
  const activity = useKitState((state) => account && state.account.activities?.[account.caipAddress])
  const sent = useKitState((state) => (account === undefined ? [] : sentBy(state, account)))
  const locale = useKitState((state) => state.locale.tag)
  const network = useKitState(activeNetwork)
  const kit = useKit()
  const { clock } = kit
  const [isUnfolded, setUnfolded] = useState(false)
  const isLoaded = activity !== undefined
  const caipAddress = account?.caipAddress

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account has other transactions.
  useEffect(() => {
    // A failure is in the state, and is shown with a retry button.
    if (!isLoaded) fetch().catch(() => {})
  }, [fetch, isLoaded, caipAddress])

  const {
    status = 'pending',
    transactions = [],
    next = null,
    error,
    reading,
    lacks,
    hidden: leftOut = 0,
    isPaused,
  } = activity ?? {}
  const isReading = reading !== undefined && status !== 'error'
  // The service reads on by itself; what it has read since follows.
  useLive(
    isReading ? () => fetch({ isMore: next !== null }).catch(() => {}) : nothing,
    isReading ? whileReading : whileQuiet,
  )
  const isOwn = (address: string) =>
    account !== undefined && isSameAddress(kit, { address, namespace: account.namespace }, account)
  const shown = transactions.filter((one) => isUnfolded || !isBait(one, isOwn))
  const hidden = transactions.length - shown.length + leftOut
  const ongoing = sent.filter(({ hash, replacedBy = hash, status, sentAt }) => {
    const isListed = transactions.some(({ metadata }) =>
      [hash, replacedBy].some((one) => isSameId(one, metadata.hash)),
    )
    // A list that goes on may have an old one further down. A new one is missing because the service has not read it yet.
    const isElsewhere = next !== null && transactions.length > 0 && sentAt < clock.now() - longestUnlisted
    return !isListed && !(isElsewhere && ['confirmed', 'failed'].includes(status))
  })
  const lackText = lackTextOf(lacks)
  const lack = lackText === undefined ? null : <p className="account-lack">{text(lackText)}</p>
  const progress = reading === undefined ? null : <ReadingShare share={reading} locale={locale} />
  if (status === 'pending' && reading === undefined && transactions.length === 0 && ongoing.length === 0) {
    return (
      <div className="account-list" aria-busy="true" aria-label={text('common.loading')} role="status">
        {loaders.map((row) => (
          <Skeleton key={row} shape="row" />
        ))}
      </div>
    )
  }
  const retry = (
    <Button
      size="small"
      icon="refresh"
      onClick={() => void fetch({ isMore: transactions.length > 0 && next !== null }).catch(() => {})}
    >
      {text('common.retry')}
    </Button>
  )
  const older = (
    <Button variant="quiet" onClick={() => void fetch({ isMore: true }).catch(() => {})}>
      {text('activity.older')}
    </Button>
  )
  if (transactions.length === 0 && ongoing.length === 0) {
    return status === 'error' && error !== undefined ? (
      <Notice icon="warning" variant="error" title={errorText(error)} action={retry} />
    ) : (
      <>
        {progress ?? (next !== null ? older : <Notice icon="clock" {...emptyTextOf(text, lackText)} />)}
        {progress === null && next === null ? null : lack}
      </>
    )
  }
  return (
    <section className="account-list" aria-label={text('account.activity')}>
      {ongoing.length === 0 ? null : (
        <ul>
          {ongoing.map((one) => (
            <SentLine key={one.intentId ?? one.id} sent={one} network={network} />
          ))}
        </ul>
      )}
      {byMonth(shown, locale, clock.now()).map(({ month, entries }) => (
        <div key={month}>
          <h3 className="account-month">{month}</h3>
          <ul>
            {entries.map((transaction) => (
              <TransactionLine key={transaction.id} transaction={transaction} network={network} />
            ))}
          </ul>
        </div>
      ))}
      {hidden === 0 ? null : isUnfolded ? (
        <p className="account-lack">{text('activity.spam', { count: hidden })}</p>
      ) : (
        <Button variant="quiet" onClick={() => setUnfolded(true)}>
          {text('activity.spam', { count: hidden })}
        </Button>
      )}
      {status === 'error' && error !== undefined ? (
        <Notice icon="warning" variant="error" title={errorText(error)} action={retry} />
      ) : progress !== null ? (
        progress
      ) : next === null ? null : isPaused && status !== 'pending' ? (
        older
      ) : (
        <ListEnd isBusy={status === 'pending'} onSeen={() => void fetch({ isMore: true }).catch(() => {})} />
      )}
      {lack}
    </section>
  )
}

/** How long a transfer that is done stays on top of a history that does not list it, in milliseconds. */
const longestUnlisted = 86_400_000

const whileQuiet = { interval: 60_000, longest: 60_000 }
const nothing = async () => {}

/** Says once what the list cannot show. Missing fees are not shown anyway. */
function lackTextOf(lacks: readonly HistoryLack[] = []) {
  if (lacks.some((one) => isMore.has(one))) return 'activity.lacksMore'
  return lacks.includes('payouts') ? 'activity.lacksPayouts' : undefined
}

/** Without these kinds of entries a list may be empty although the account has been used. */
const isMore: ReadonlySet<HistoryLack> = new Set(['coin', 'failures', 'older'])

function emptyTextOf(text: AppText, lackText: ReturnType<typeof lackTextOf>) {
  // Where something may be missing, nobody knows that there was nothing.
  return lackText === undefined
    ? { title: text('activity.empty'), text: text('activity.emptyText') }
    : { title: text(lackText) }
}
