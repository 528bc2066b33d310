import type { Session, SessionRequest, WalletClient } from '@latchkey/sign-client/wallet'
import { useEffect, useMemo, useState } from 'react'
import { Peer } from '../parts/Peer.js'
import { Refusal, readTask, type Task } from '../perform.js'
import type { Settings } from '../settings.js'
import { wordsOf } from '../wordsOf.js'

/** Asks the user to approve an app's request, with its details, account and network. */
export function RequestScreen({ client, settings, request, session, onFail }: RequestScreen.Props) {
  const { topic, id } = request
  const [isBusy, setBusy] = useState(false)
  const task = useMemo(() => readOrRefuse(request, settings), [request, settings])

  // Refuses unsupported requests without asking the user.
  useEffect(() => {
    if (!(task instanceof Refusal)) return
    const { code, message } = task
    client.respond({ topic, id, error: { code, message } }).catch((error: unknown) => onFail(wordsOf(error)))
  }, [client, topic, id, task, onFail])
  if (task instanceof Refusal) return null

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
        {task.lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>From</dt>
          <dd>
            {task.account.name} <code>{task.account.signer.address}</code>
          </dd>
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
    readonly request: SessionRequest
    readonly session: Session | undefined
    readonly onFail: (words: string) => void
  }
}

function readOrRefuse(request: SessionRequest, settings: Settings): Task | Refusal {
  try {
    return readTask(request, settings)
  } catch (error) {
    return error instanceof Refusal ? error : new Refusal(-32602, 'The request cannot be read.')
  }
}
