import { useConnection, useDisconnect } from 'latchkey/react'

export function Account() {
  const { status, address } = useConnection()
  const { mutate: disconnect } = useDisconnect()
  return (
    <p>
      <output data-testid="account">{`${status} ${address ?? ''}`}</output>
      <button type="button" disabled={status !== 'connected'} onClick={() => disconnect({})}>
        Leave
      </button>
    </p>
  )
}
