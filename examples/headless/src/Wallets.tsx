import { openPairing } from 'latchkey'
import { useAction, useConnect, useConnection, useDisconnect, useKitState } from 'latchkey/react'

export function Wallets() {
  const { status, address } = useConnection()
  const connectors = useKitState((state) => state.connection.connectors)
  const link = useKitState((state) => state.connection.pairing?.uri)
  const { mutate: connect, error } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const pair = useAction(openPairing)
  if (status === 'connected') {
    return (
      <p>
        <output data-testid="account">{address}</output>
        <button type="button" onClick={() => disconnect({})}>
          Leave
        </button>
      </p>
    )
  }
  return (
    <>
      <ul>
        {connectors
          .filter(({ type }) => type !== 'WALLET_CONNECT')
          .map(({ id, name }) => (
            <li key={id}>
              <button type="button" onClick={() => connect({ connectorId: id })}>
                {name}
              </button>
            </li>
          ))}
      </ul>
      <button type="button" onClick={() => void pair().catch(ignore)}>
        Wallet on another device
      </button>
      {link === undefined ? null : <output data-testid="link">{link}</output>}
      {error === null || error === undefined ? null : <p role="alert">{error.message}</p>}
    </>
  )
}

// The link ends when another wallet is chosen; what goes wrong with it is in the state, as `pairing.error`.
function ignore() {}
