import { watch } from '../../core/store.js'
import {
  type Attributes,
  type ButtonElement,
  buttonElement,
  type FaceOf,
} from '../../element/buttonElement.js'
import { accountFace, connectFace, networkFace } from '../../element/faces.js'
import { fetchBalance } from '../../features/account/fetchBalance.js'
import { accountOf } from '../../features/account/state.js'
import type { State } from '../../features/Kit.js'
import { type Mounted, mount } from '../../mount/mount.js'
import { localNumber } from '../../protocol/amounts/localNumber.js'
import { isNamespace, type Namespace } from '../../protocol/caip.js'
import { isKitError } from '../../protocol/errors.js'
import { floorDecimals } from '../../protocol/formatUnits.js'
import { currentKit } from './current.js'
import { unsupported } from './unsupported.js'
import { connectWallet } from './walletButton/createAppKitWalletButton.js'
import { isNameOf, isWalletKey } from './walletButton/walletKeys.js'

/** The elements' properties; in HTML they are attributes in lower case. */
const properties = [
  'size',
  'label',
  'loadingLabel',
  'disabled',
  'balance',
  'charsStart',
  'charsEnd',
  'namespace',
] as const

const buttons: { readonly [name: string]: FaceOf } = {
  button: (state, written, kit) =>
    accountFace(state, kit, accountParts(state, written)) ?? connectFace(state, connectParts(written)),
  'connect-button': (state, written) =>
    accountOf(state, namespaceIn(written)) === undefined
      ? connectFace(state, connectParts(written))
      : undefined,
  'account-button': (state, written, kit) => accountFace(state, kit, accountParts(state, written)),
  'network-button': (state, written, kit) => networkFace(state, kit, { label: written.get('label') }),
}

/** Defines the incumbent's elements that the page has not defined yet: `appkit-button`, `w3m-button` and so on. */
export function defineAppKitElements(): void {
  for (const prefix of ['appkit', 'w3m']) {
    for (const [name, faceOf] of Object.entries(buttons)) {
      define(`${prefix}-${name}`, () => withProperties(buttonClass(name, faceOf)))
    }
    define(`${prefix}-modal`, modalClass)
  }
  define('w3m-onramp-widget', () => refusedClass('w3m-onramp-widget', 'buying is not offered yet.'))
  define('appkit-wallet-button', () =>
    buttonElement(currentKit, { faceOf: walletFace, attributes: ['wallet', 'namespace', 'disabled'] }),
  )
}

function define(name: string, elementClass: () => CustomElementConstructor) {
  if (customElements.get(name) === undefined) customElements.define(name, elementClass())
}

function buttonClass(name: string, faceOf: FaceOf): new () => ButtonElement {
  const attributes = properties.map((property) => property.toLowerCase())
  const Button = buttonElement(currentKit, { faceOf, attributes })
  if (name !== 'button' && name !== 'account-button') return Button
  return class extends Button {
    #stop = () => {}
    override connectedCallback() {
      super.connectedCallback()
      this.#stop = followBalance(this)
    }
    override disconnectedCallback() {
      super.disconnectedCallback()
      this.#stop()
    }
  }
}

/** Fetches the connected account's balance while a button shows it. */
function followBalance(element: Element): () => void {
  let unwatch = () => {}
  const follow = () => {
    unwatch()
    const kit = currentKit.get()
    if (kit === undefined) return
    const fetch = () => {
      const account = accountOf(kit.store.getState(), namespaceIn(attributesOf(element)))
      if (account === undefined || element.getAttribute('balance') === 'hide') return
      // Without it the button shows the address alone.
      fetchBalance(kit, { account }).catch(() => {})
    }
    unwatch = watch(
      kit.store,
      (state) => accountOf(state, namespaceIn(attributesOf(element)))?.caipAddress,
      fetch,
    )
    fetch()
  }
  const unfollow = currentKit.subscribe(follow)
  follow()
  return () => {
    unwatch()
    unfollow()
  }
}

/** `<appkit-modal>`: where the modal goes, with `enableEmbedded` or `disableAppend`; without either it is empty. */
function modalClass(): CustomElementConstructor {
  return class extends HTMLElement {
    #mounted: Mounted | undefined
    #unfollow = () => {}
    connectedCallback() {
      this.#unfollow = currentKit.subscribe(() => this.#mount())
      this.#mount()
    }
    disconnectedCallback() {
      this.#unfollow()
      this.#mounted?.unmount()
      this.#mounted = undefined
    }
    #mount() {
      this.#mounted?.unmount()
      this.#mounted = undefined
      const kit = currentKit.get()
      if (kit?.config.enableEmbedded || kit?.config.disableAppend)
        this.#mounted = mount(kit, { target: this })
    }
  }
}

function refusedClass(name: string, advice: string): CustomElementConstructor {
  return class extends HTMLElement {
    connectedCallback() {
      reportError(unsupported(name, advice))
    }
  }
}

/** Frameworks that detect an element's properties set those instead of attributes. */
function withProperties(Element: new () => HTMLElement): CustomElementConstructor {
  for (const property of properties) {
    const attribute = property.toLowerCase()
    Object.defineProperty(Element.prototype, property, {
      get(this: HTMLElement) {
        return property === 'disabled'
          ? this.hasAttribute(attribute)
          : (this.getAttribute(attribute) ?? undefined)
      },
      set(this: HTMLElement, value: unknown) {
        if (value === undefined || value === null || value === false) this.removeAttribute(attribute)
        else this.setAttribute(attribute, value === true ? '' : String(value))
      },
    })
  }
  return Element
}

/** Connects with one wallet, without the list. */
const walletFace: FaceOf = (state, written, kit) => {
  const wallet = written.get('wallet')
  if (!isWalletKey(wallet)) return undefined
  const { connectors, attempt } = state.connection
  const text = connectors.find(({ name }) => isNameOf(wallet, name))?.name ?? titleOf(wallet)
  return {
    text,
    label: text,
    variant: 'secondary',
    isBusy: attempt?.status === 'pending',
    onClick() {
      // The modal or the wallet shows the outcome; an unsupported wallet concerns the developer.
      connectWallet(kit, wallet, { namespace: namespaceIn(written) }).catch((error: unknown) => {
        if (!isKitError(error) || isKitError(error, 'APPKIT_UNSUPPORTED')) reportError(error)
      })
    },
  }
}

function titleOf(key: string): string {
  return key.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`,
  )
}

function connectParts(written: Attributes) {
  return {
    label: written.get('label'),
    loadingLabel: written.get('loadinglabel'),
    namespace: namespaceIn(written),
  }
}

function accountParts(state: State, written: Attributes) {
  const namespace = namespaceIn(written)
  const account = accountOf(state, namespace)
  const balance = account && state.account.balances[account.caipAddress]
  const isShown = balance?.status === 'success' && written.get('balance') !== 'hide'
  return {
    namespace,
    balance: isShown
      ? `${localNumber(floorDecimals(balance.amount, 3), state.locale.tag)} ${balance.symbol}`
      : undefined,
    leading: countIn(written.get('charsstart')),
    trailing: countIn(written.get('charsend')),
  }
}

function namespaceIn(written: Attributes): Namespace | undefined {
  const value = written.get('namespace')
  return isNamespace(value) ? value : undefined
}

function countIn(value: string | undefined): number | undefined {
  const count = Number(value)
  return value !== undefined && Number.isInteger(count) && count > 0 ? count : undefined
}

function attributesOf(element: Element): Attributes {
  return { get: (name) => element.getAttribute(name) ?? undefined }
}
