import { useConnect, usePairing, useWallets } from 'latchkey/react'

/** Lists this page's wallets, and shows a link for wallets on other devices. */
export function Wallets() {
  const { groups } = useWallets()
  const { mutate: connect, error } = useConnect()
  const { pairing, mutate: pair, close } = usePairing()
  const connectors = groups
    .flatMap(({ choices }) => choices)
    .flatMap((choice) => (choice.type === 'connector' ? [choice.connector] : []))
    .filter(({ type }) => type !== 'WALLET_CONNECT')
  return (
    <>
      <ul>
        {connectors.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => connect({ connectorId: id })}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => pair()}>
        Wallet on another device
      </button>
      {pairing?.uri === undefined ? null : (
        <p>
          <output data-testid="link">{pairing.uri}</output>
          <button type="button" onClick={close}>
            No more links
          </button>
        </p>
      )}
      {error === undefined ? null : <p role="alert">{error.message}</p>}
    </>
  )
}
