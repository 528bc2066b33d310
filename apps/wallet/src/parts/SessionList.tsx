import type { Session, WalletClient } from '@latchkey/sign-client/wallet'
import type { Settings } from '../settings.js'
import { Peer } from './Peer.js'

/** The apps that this wallet is connected to. */
export function SessionList({ client, sessions, settings }: SessionList.Props) {
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">Connected apps</h2>
      {sessions.length === 0 ? <p className="quiet">None yet. Paste a link above.</p> : null}
      <ul className="plain">
        {sessions.map((session) => (
          <li key={session.topic} className="session">
            <Peer metadata={session.peer.metadata} />
            <div className="actions">
              {settings.chains.map(({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  onClick={() =>
                    void client
                      .emit({
                        topic: session.topic,
                        chainId: `eip155:${id}`,
                        event: { name: 'chainChanged', data: id },
                      })
                      .catch(() => {})
                  }
                >
                  Move to {name}
                </button>
              ))}
              <button type="button" onClick={() => void client.disconnect({ topic: session.topic })}>
                Disconnect
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export declare namespace SessionList {
  type Props = {
    readonly client: WalletClient
    readonly sessions: readonly Session[]
    readonly settings: Settings
  }
}
