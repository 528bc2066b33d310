import * as Dialog from '@radix-ui/react-dialog'
import { ConnectButton, NetworkButton, useConnection } from 'latchkey/react'

/** A host's dialog from another library, with focus trap, scroll lock and `aria-hidden` on the rest of the page. */
export function InDialog() {
  const { address } = useConnection()
  return (
    <main>
      <h1>A host with a dialog</h1>
      <NetworkButton />
      <Dialog.Root>
        <Dialog.Trigger>Settings</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay style={{ position: 'fixed', inset: 0, background: 'rgb(0 0 0 / 40%)' }} />
          <Dialog.Content
            aria-describedby={undefined}
            style={{ position: 'fixed', inset: '40px auto auto 40px', background: '#fff', padding: 24 }}
          >
            <Dialog.Title>Settings</Dialog.Title>
            <label>
              Nickname <input />
            </label>
            <ConnectButton />
            <output data-testid="account">{address ?? 'nobody'}</output>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </main>
  )
}
