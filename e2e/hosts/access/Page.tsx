import { ConnectButton, useConnection } from 'latchkey/react'
import { createElement } from 'react'

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

/** The page without React: the kit's element between two controls of the host. */
export function PageWithElement() {
  return (
    <main>
      <h1>A host with an element</h1>
      <button type="button">Before</button>
      {createElement('latchkey-button')}
      <button type="button">After</button>
    </main>
  )
}
