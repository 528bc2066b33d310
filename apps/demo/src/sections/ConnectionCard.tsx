import { useBalance, useConnection, useDisconnect, useModal } from 'latchkey/react'
import { Card, Outcome, Value } from './Card.js'

export function ConnectionCard() {
  const { status, address, chain, networkId, walletName, connector } = useConnection()
  const { open } = useModal()
  const { mutate: disconnect, isPending } = useDisconnect()
  return (
    <Card title="Your connection">
      <dl className="values" data-testid="connection">
        <Value name="Status">{status}</Value>
        {address === undefined ? null : (
          <>
            <Value name="Address">
              <code data-testid="address">{address}</code>
            </Value>
            <Value name="Network">{chain?.name ?? `${networkId} (not offered here)`}</Value>
            <Value name="Wallet">
              {walletName}{' '}
              <small>{connector?.type === 'WALLET_CONNECT' ? 'over the relay' : 'in this browser'}</small>
            </Value>
            <Balance />
          </>
        )}
      </dl>
      <div className="actions">
        {address === undefined ? (
          <button type="button" className="primary" onClick={() => open()}>
            Connect
          </button>
        ) : (
          <>
            <button type="button" onClick={() => open()}>
              Open account
            </button>
            <button type="button" disabled={isPending} onClick={() => disconnect(undefined)}>
              Disconnect
            </button>
          </>
        )}
      </div>
      {status === 'connecting' ? <Outcome kind="plain">Waiting for the wallet…</Outcome> : null}
    </Card>
  )
}

function Balance() {
  const { data, refetch } = useBalance()
  if (data === undefined) return null
  return (
    <Value name="Balance">
      {data.status === 'pending' ? '…' : `${data.amount} ${data.symbol}`}{' '}
      <button type="button" className="link" onClick={() => void refetch().catch(() => {})}>
        refresh
      </button>
    </Value>
  )
}
