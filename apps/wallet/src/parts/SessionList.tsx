import type { Session, WalletClient } from '@latchkey/sign-client/wallet'
import { networksOf, type Settings } from '../settings.js'
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
              {networksOf(settings)
                .filter(({ networkId }) => isGranted(session, networkId))
                .map(({ networkId, name }) => (
                  <button
                    key={networkId}
                    type="button"
                    onClick={() =>
                      void client
                        .emit({
                          topic: session.topic,
                          chainId: networkId,
                          event: { name: 'chainChanged', data: chainData(networkId) },
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

/** Whether an app may hear that the wallet has moved to a network: its family must be granted. */
function isGranted({ namespaces }: Session, networkId: string): boolean {
  return Object.keys(namespaces).some((key) => key.split(':')[0] === networkId.split(':')[0])
}

/** EVM wallets write a chain as a number, those of other families as its CAIP-2 id. */
function chainData(networkId: string): number | string {
  return networkId.startsWith('eip155:') ? Number(networkId.slice('eip155:'.length)) : networkId
}
