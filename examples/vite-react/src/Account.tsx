import { useConnection, useDisconnect, useSignMessage } from 'latchkey/react'

export function Account() {
  const { status, address } = useConnection()
  const { mutate: disconnect } = useDisconnect()
  const { mutate: sign, data: signature, error } = useSignMessage()
  const isConnected = status === 'connected'
  return (
    <>
      <p>
        <output data-testid="account">{`${status} ${address ?? ''}`}</output>
        <button type="button" disabled={!isConnected} onClick={() => sign({ message: 'Hello' })}>
          Sign
        </button>
        <button type="button" disabled={!isConnected} onClick={() => disconnect({})}>
          Leave
        </button>
      </p>
      <output data-testid="signature">{error?.message ?? signature}</output>
    </>
  )
}
