import type { Kit } from '../features/Kit.js'
import { closeModal } from '../features/modal/closeModal.js'
import { openModal } from '../features/modal/openModal.js'

/** A kit mounted in a page without React. */
export type Mounted = {
  open(parameters?: openModal.Parameters): void
  close(): void
  /** Removes the modal from the page and stops the kit. */
  unmount(): void
}

/**
 * Starts a kit in a page without React: finds wallets, restores a stored connection, and shows the modal when it is
 * opened. React and the modal's code are loaded when it first opens.
 *
 * @param target Where the modal goes; needed with `enableEmbedded`. @default the end of the page's body
 *
 * @example
 * ```ts
 * const kit = createKit({ services: 'https://wallet.example.com', networks: [mainnet], adapters: [eip155()] })
 * const modal = mount(kit)
 * document.querySelector('#connect')?.addEventListener('click', () => modal.open())
 * ```
 */
export function mount(kit: Kit, { target }: { readonly target?: Element | undefined } = {}): Mounted {
  const stop = kit.start()
  let drawn: Promise<() => void> | undefined
  let isOver = false

  function draw() {
    if (isOver) return
    drawn ??= import('./drawModal.js').then(({ drawModal }) => drawModal(kit, target))
    drawn.catch((error: unknown) => {
      // The next opening loads the code again.
      drawn = undefined
      closeModal(kit)
      console.error(error)
    })
  }

  const unsubscribe = kit.store.subscribe(({ modal }, before) => {
    if (modal.isOpen && !before.modal.isOpen) draw()
  })
  if (kit.config.enableEmbedded === true || kit.store.getState().modal.isOpen) draw()

  return {
    open: (parameters) => openModal(kit, parameters),
    close: () => closeModal(kit),
    unmount() {
      isOver = true
      unsubscribe()
      void drawn?.then((remove) => remove())
      stop()
    },
  }
}
