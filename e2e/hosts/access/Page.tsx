import { ConnectButton, useConnection } from 'latchkey/react'

export function Page() {
  const { address } = useConnection()
  return (
    <main>
      <h1>A host</h1>
      <ConnectButton />
      <output data-testid="account">{address ?? 'nobody'}</output>
    </main>
  )
}
