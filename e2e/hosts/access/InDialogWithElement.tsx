import * as Dialog from '@radix-ui/react-dialog'
import { createElement } from 'react'

/** A host's dialog with another library's focus trap, in which the kit's element is the last tab stop. */
export function InDialogWithElement() {
  return (
    <main>
      <h1>A host with a dialog and elements</h1>
      <Dialog.Root>
        <Dialog.Trigger>Settings</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Content
            aria-describedby={undefined}
            style={{ position: 'fixed', inset: '40px auto auto 40px', background: '#fff', padding: 24 }}
          >
            <Dialog.Title>Settings</Dialog.Title>
            <label>
              Nickname <input />
            </label>
            {createElement('latchkey-button')}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </main>
  )
}
