import { ConnectButton, Modal } from 'latchkey/react'
import { useRef } from 'react'

/** A host's native dialog, which covers everything outside it. */
export function InNativeDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <main>
      <h1>A host with a native dialog</h1>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Settings
      </button>
      <dialog ref={dialog} aria-label="Settings">
        <ConnectButton />
        <Modal />
      </dialog>
    </main>
  )
}
