import { accountOf } from '../features/account/state.js'
import type { Kit, State } from '../features/Kit.js'
import { openModal } from '../features/modal/openModal.js'
import { activeNamespace, activeNetwork } from '../features/network/state.js'
import { enButtons } from '../locales/enButtons.js'
import { type Mounted, mount } from '../mount/mount.js'
import { truncateAddress } from '../protocol/truncateAddress.js'
import hostButton from '../react/buttons/HostButton.css.js'
import { textOf } from '../react/locales/textOf.js'
import { adoptSheet } from '../react/styles/css.js'
import tokens from '../react/styles/tokens.css.js'

/** What a button shows, and what it opens; `undefined`: it is not there now. */
type Face =
  | {
      readonly text: string
      readonly label: string
      readonly variant: 'primary' | 'secondary'
      readonly isBusy?: boolean | undefined
      readonly view?: openModal.Parameters['view']
    }
  | undefined

type Attributes = { readonly get: (name: string) => string | undefined }

const faces: { readonly [name: string]: (state: State, attributes: Attributes) => Face } = {
  'latchkey-button': (state, attributes) => accountFace(state) ?? connectFace(state, attributes),
  'latchkey-connect-button': (state, attributes) =>
    accountOf(state) === undefined ? connectFace(state, attributes) : undefined,
  'latchkey-account-button': accountFace,
  'latchkey-network-button': networkFace,
}

/**
 * Defines the kit's elements, for pages without a framework: `<latchkey-button>` (connects, then shows the account),
 * `<latchkey-connect-button>`, `<latchkey-account-button>`, `<latchkey-network-button>`, and `<latchkey-modal>`, which
 * holds the modal where `enableEmbedded` is set. Each stands for this kit; elements that are in the page already come to
 * life. Attributes: `label`, `loading-label`, `disabled`.
 *
 * @throws where a page has defined them before: a page has one kit's elements.
 *
 * @example
 * ```ts
 * defineElements(createKit({ services: 'https://wallet.example.com', networks: [mainnet], adapters: [eip155()] }))
 * ```
 */
export function defineElements(kit: Kit): Mounted {
  const embedded = kit.config.enableEmbedded === true
  let mounted = embedded ? undefined : mount(kit)
  for (const [name, face] of Object.entries(faces)) customElements.define(name, buttonClass(kit, face))
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

function buttonClass(kit: Kit, faceOf: (typeof faces)[string]): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = ['label', 'loading-label', 'disabled']
    readonly #button = document.createElement('button')
    #stop = () => {}
    #view: openModal.Parameters['view']

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      adoptSheet(root, tokens)
      adoptSheet(root, hostButton)
      const frame = document.createElement('div')
      frame.className = 'root'
      this.#button.type = 'button'
      this.#button.className = 'host-button'
      this.#button.setAttribute('aria-haspopup', 'dialog')
      this.#button.addEventListener('click', () => openModal(kit, { view: this.#view }))
      frame.append(this.#button)
      root.append(frame)
    }

    connectedCallback() {
      const media = matchMedia('(prefers-color-scheme: dark)')
      const draw = () => this.#draw()
      const unsubscribe = kit.store.subscribe(draw)
      media.addEventListener('change', draw)
      this.#stop = () => {
        unsubscribe()
        media.removeEventListener('change', draw)
      }
      draw()
    }

    disconnectedCallback() {
      this.#stop()
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#draw()
    }

    #draw() {
      const state = kit.store.getState()
      const { mode, variables } = state.theme
      const isDark =
        mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
      this.dataset.theme = isDark ? 'dark' : 'light'
      for (const [name, value] of Object.entries(variables)) this.style.setProperty(name, String(value ?? ''))
      const face = faceOf?.(state, { get: (name) => this.getAttribute(name) ?? undefined })
      this.hidden = face === undefined
      if (face === undefined) return
      this.#view = face.view
      const button = this.#button
      button.textContent = face.text
      button.dataset.variant = face.variant
      button.disabled = this.hasAttribute('disabled')
      button.setAttribute('aria-label', face.label)
      button.setAttribute('aria-busy', String(face.isBusy === true))
    }
  }
}

function connectFace(state: State, attributes: Attributes): Face {
  const text = textOf(enButtons, state.locale.texts)
  const isBusy =
    state.connection.status[activeNamespace(state)] === 'connecting' ||
    state.connection.attempt?.status === 'pending'
  const shown = isBusy
    ? (attributes.get('loading-label') ?? text('button.connecting'))
    : (attributes.get('label') ?? text('button.connect'))
  return { text: shown, label: shown, variant: 'primary', isBusy }
}

function accountFace(state: State): Face {
  const account = accountOf(state)
  if (account === undefined) return undefined
  const address = truncateAddress(account.address)
  const label = textOf(enButtons, state.locale.texts)('button.account', { address })
  return { text: address, label, variant: 'secondary' }
}

function networkFace(state: State): Face {
  const text = textOf(enButtons, state.locale.texts)
  const name = activeNetwork(state)?.name ?? text('button.unknownNetwork')
  return {
    text: name,
    label: text('button.network', { name }),
    variant: 'secondary',
    view: { name: 'Networks' },
  }
}
