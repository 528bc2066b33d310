import type { Session, SessionRequest, WalletClient } from '@latchkey/sign-client/wallet'
import { useEffect, useMemo, useState } from 'react'
import { grantedAccounts, type WalletAccount } from '../accounts.js'
import { Peer } from '../parts/Peer.js'
import { answerAtOnce, Refusal, readTask, type Task } from '../perform.js'
import type { Settings } from '../settings.js'
import { wordsOf } from '../wordsOf.js'

/** Asks the user to approve an app's request, with its details, account and network. */
export function RequestScreen({ client, settings, accounts, request, session, onFail }: RequestScreen.Props) {
  const { topic, id } = request
  const [isBusy, setBusy] = useState(false)
  const [task, setTask] = useState<Task>()
  const { chainId } = request
  const granted = useMemo(() => grantedAccounts(accounts, session, chainId), [accounts, session, chainId])

  // Reads the request; answers those that need no approval, and refuses those that cannot be read, without asking.
  useEffect(() => {
    let isCurrent = true
    const answer = (outcome: Outcome) => {
      if (!isCurrent) return
      client.respond({ topic, id, ...outcome }).catch((error: unknown) => onFail(wordsOf(error)))
    }
    const refuse = (error: unknown) => answer({ error: refusalOf(error) })
    const atOnce = answerAtOnce(request, granted)
    if (atOnce !== undefined) atOnce.then((result) => answer({ result }), refuse)
    else readTask(request, { settings, accounts: granted }).then((read) => isCurrent && setTask(read), refuse)
    return () => {
      isCurrent = false
    }
  }, [client, topic, id, request, settings, granted, onFail])
  if (task === undefined) return null

  async function approve(approved: Task) {
    setBusy(true)
    try {
      const result = await approved.run()
      await client.respond({ topic, id, result })
    } catch (error) {
      // The app receives an error; the user sees the reason.
      onFail(wordsOf(error))
      await client
        .respond({ topic, id, error: { code: -32000, message: wordsOf(error).slice(0, 200) } })
        .catch(() => {})
    } finally {
      setBusy(false)
    }
  }

  function reject() {
    client
      .respond({ topic, id, error: { code: 5000, message: 'User rejected.' } })
      .catch((error: unknown) => onFail(wordsOf(error)))
  }

  return (
    <section className="card" aria-labelledby="request">
      <h2 id="request">{task.title}</h2>
      {session === undefined ? null : <Peer metadata={session.peer.metadata} />}
      <dl className="lines">
        {task.lines.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none moves
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>From</dt>
          <dd>
            {task.account.name} <code>{task.address}</code>
          </dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>{task.network.name}</dd>
        </div>
      </dl>
      <div className="actions">
        <button type="button" className="primary" disabled={isBusy} onClick={() => void approve(task)}>
          {isBusy ? 'Working…' : 'Approve'}
        </button>
        <button type="button" disabled={isBusy} onClick={reject}>
          Reject
        </button>
      </div>
    </section>
  )
}

export declare namespace RequestScreen {
  type Props = {
    readonly client: WalletClient
    readonly settings: Settings
    readonly accounts: readonly WalletAccount[]
    readonly request: SessionRequest
    readonly session: Session | undefined
    readonly onFail: (words: string) => void
  }
}

type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

function refusalOf(error: unknown) {
  const { code, message } =
    error instanceof Refusal ? error : new Refusal(-32602, 'The request cannot be read.')
  return { code, message }
}
