import { accountOf } from '../features/account/state.js'
import type { Kit } from '../features/Kit.js'
import { openModal } from '../features/modal/openModal.js'
import { type Mounted, mount } from '../mount/mount.js'
import { type Attributes, buttonElement, type FaceOf } from './buttonElement.js'
import { accountFace, connectFace, networkFace } from './faces.js'

const attributes = ['label', 'loading-label', 'disabled']

const faces: { readonly [name: string]: FaceOf } = {
  'latchkey-button': (state, written, kit) =>
    accountFace(state, kit) ?? connectFace(state, connectLabels(written)),
  'latchkey-connect-button': (state, written) =>
    accountOf(state) === undefined ? connectFace(state, connectLabels(written)) : undefined,
  'latchkey-account-button': (state, _, kit) => accountFace(state, kit),
  'latchkey-network-button': (state, _, kit) => networkFace(state, kit),
}

/**
 * Defines the kit's elements, for pages without a framework: `<latchkey-button>` (connects, then shows the account),
 * `<latchkey-connect-button>`, `<latchkey-account-button>`, `<latchkey-network-button>`, and `<latchkey-modal>`, which
 * contains the modal if `enableEmbedded` is set. All of them use this kit; elements that are already in the page are
 * upgraded. Attributes: `label`, `loading-label`, `disabled`.
 *
 * @throws if the page has already defined them: a page's elements belong to one kit.
 *
 * @example
 * ```ts
 * defineElements(createKit({ services: 'https://wallet.example.com', networks: [mainnet], adapters: [eip155()] }))
 * ```
 */
export function defineElements(kit: Kit): Mounted {
  const embedded = kit.config.enableEmbedded === true
  let mounted = embedded ? undefined : mount(kit)
  const source = { get: () => kit, subscribe: () => () => {} }
  for (const [name, faceOf] of Object.entries(faces)) {
    customElements.define(name, buttonElement(source, { faceOf, attributes }))
  }
  customElements.define(
    'latchkey-modal',
    class extends HTMLElement {
      connectedCallback() {
        this.style.display = 'block'
        if (embedded) mounted ??= mount(kit, { target: this })
      }
      disconnectedCallback() {
        if (!embedded) return
        mounted?.unmount()
        mounted = undefined
      }
    },
  )
  return {
    open: (parameters) => openModal(kit, parameters),
    close: () => mounted?.close(),
    unmount: () => mounted?.unmount(),
  }
}

function connectLabels({ get }: Attributes) {
  return { label: get('label'), loadingLabel: get('loading-label') }
}
