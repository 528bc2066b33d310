import type { Kit, State } from '../features/Kit.js'
import { openModal } from '../features/modal/openModal.js'
import hostButton from '../react/buttons/HostButton.css.js'
import { isMobileDevice } from '../react/device.js'
import { adoptSheet } from '../react/styles/css.js'
import tokens from '../react/styles/tokens.css.js'

/** What a button shows and opens; `undefined` hides it. */
export type Face =
  | {
      readonly text: string
      readonly label: string
      readonly variant: 'primary' | 'secondary'
      readonly isBusy?: boolean | undefined
      readonly isWarning?: boolean | undefined
      readonly opens?: Pick<openModal.Parameters, 'view' | 'namespace'> | undefined
      /** Called at a click, instead of opening the modal. */
      readonly onClick?: (() => void) | undefined
    }
  | undefined

/** Reads the attributes that a page has set on the element. */
export type Attributes = { readonly get: (name: string) => string | undefined }

export type FaceOf = (state: State, attributes: Attributes, kit: Kit) => Face

/** Provides the kit that a page's elements use. */
export type KitSource = {
  /** Returns `undefined` until a kit exists. */
  readonly get: () => Kit | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export type ButtonElement = HTMLElement & { connectedCallback(): void; disconnectedCallback(): void }

/**
 * Creates the class of an element that is one button of the kit. It does not change the element itself, because a
 * framework may still compare that with what its server rendered; the button is in a holder inside it.
 */
export function buttonElement(
  source: KitSource,
  { faceOf, attributes }: { readonly faceOf: FaceOf; readonly attributes: readonly string[] },
): new () => ButtonElement {
  return class extends HTMLElement {
    static observedAttributes = [...attributes]
    readonly #holder = document.createElement('span')
    readonly #button = document.createElement('button')
    #stop = () => {}
    #face: Face

    constructor() {
      super()
      this.attachShadow({ mode: 'open', delegatesFocus: true }).append(this.#holder)
      const root = this.#holder.attachShadow({ mode: 'open', delegatesFocus: true })
      adoptSheet(root, tokens)
      adoptSheet(root, hostButton)
      const frame = document.createElement('div')
      frame.className = 'root'
      this.#button.type = 'button'
      this.#button.className = 'host-button'
      this.#button.setAttribute('aria-haspopup', 'dialog')
      this.#button.addEventListener('click', () => {
        const kit = source.get()
        if (this.#face?.onClick !== undefined) this.#face.onClick()
        else if (kit !== undefined) openModal(kit, { isMobile: isMobileDevice(), ...this.#face?.opens })
      })
      frame.append(this.#button)
      root.append(frame)
    }

    /**
     * Makes the element a tab stop unless the page has set another value: hosts' focus traps look for that, and do not
     * see inside the element. The button inside gets the focus.
     */
    override get tabIndex(): number {
      if (this.hasAttribute('tabindex')) return super.tabIndex
      return this.#face === undefined || this.#button.disabled ? -1 : 0
    }

    override set tabIndex(index: number) {
      super.tabIndex = index
    }

    connectedCallback() {
      const media = matchMedia('(prefers-color-scheme: dark)')
      const draw = () => this.#draw()
      let unsubscribe = () => {}
      const follow = () => {
        unsubscribe()
        unsubscribe = source.get()?.store.subscribe(draw) ?? (() => {})
        draw()
      }
      const unfollow = source.subscribe(follow)
      media.addEventListener('change', draw)
      this.#stop = () => {
        unsubscribe()
        unfollow()
        media.removeEventListener('change', draw)
      }
      follow()
    }

    disconnectedCallback() {
      this.#stop()
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#draw()
    }

    #draw() {
      const kit = source.get()
      const face = kit && faceOf(kit.store.getState(), readAttributes(this), kit)
      const holder = this.#holder
      // Set by style: the kit's own sheet overrides the `hidden` attribute.
      holder.style.display = face === undefined ? 'none' : ''
      this.#face = face
      if (kit === undefined || face === undefined) return
      const { mode, variables } = kit.store.getState().theme
      const isDark =
        mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
      holder.dataset.theme = isDark ? 'dark' : 'light'
      for (const [name, value] of Object.entries(variables))
        holder.style.setProperty(name, String(value ?? ''))
      const button = this.#button
      button.textContent = face.text
      button.dataset.variant = face.variant
      button.disabled = this.hasAttribute('disabled')
      button.setAttribute('aria-label', face.label)
      button.setAttribute('aria-busy', String(face.isBusy === true))
      if (face.isWarning === true) button.dataset.state = 'warning'
      else delete button.dataset.state
    }
  }
}

function readAttributes(element: Element): Attributes {
  return { get: (name) => element.getAttribute(name) ?? undefined }
}
