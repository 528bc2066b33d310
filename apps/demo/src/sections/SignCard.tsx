import { useConnection, useSignMessage } from 'latchkey/react'
import { useState } from 'react'
import { type Hex, verifyMessage } from 'viem'
import { Card, Outcome } from './Card.js'

export function SignCard() {
  const { address, isConnected, networkId } = useConnection()
  const [message, setMessage] = useState('Hello from Tidepool')
  const [isGenuine, setGenuine] = useState<boolean>()
  const { mutateAsync: sign, data: signature, error, isPending } = useSignMessage()

  const isOther = networkId?.startsWith('eip155:') === false

  async function signAndVerify() {
    if (isPending) return
    setGenuine(undefined)
    // `error` holds the failure.
    const made = await sign({ message }).catch(() => undefined)
    // viem verifies what an Ethereum account signed; the other families' signatures are only shown.
    if (made === undefined || address === undefined || networkId?.startsWith('eip155:') !== true) return
    setGenuine(await verifyMessage({ address: address as Hex, message, signature: made as Hex }))
  }

  return (
    <Card title="Sign a message">
      <label className="field">
        Message
        <textarea value={message} rows={2} onChange={(event) => setMessage(event.target.value)} />
      </label>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={!isConnected}
          // Disabled, it would lose the keyboard's focus.
          aria-disabled={isPending}
          onClick={() => void signAndVerify()}
        >
          {isPending ? 'Waiting for the wallet…' : isOther ? 'Sign' : 'Sign and verify'}
        </button>
      </div>
      {isConnected ? null : <Outcome kind="plain">Connect a wallet first.</Outcome>}
      {error === undefined ? null : <Outcome kind="bad">{error.message}</Outcome>}
      {signature !== undefined && isOther ? (
        <Outcome kind="good">
          Signed.
          <code className="long">{signature}</code>
        </Outcome>
      ) : null}
      {signature === undefined || isGenuine === undefined ? null : (
        <Outcome kind={isGenuine ? 'good' : 'bad'}>
          {isGenuine ? 'Verified: this account signed it.' : 'The signature is not this account’s.'}
          <code className="long">{signature}</code>
        </Outcome>
      )}
    </Card>
  )
}
