import type { SentName } from '../protocol/storageFacts.js'
import type { StorageBackend } from './storage.js'

/** Keeps values as long as the page lives: for servers, tests, and hosts that want nothing stored. */
export function memoryStorage(): StorageBackend {
  const entries = new Map<string, string>()
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
}

/**
 * The browser's local storage, the default. Only the calls access it: if it is blocked, even reading the property
 * throws.
 */
export function localStorage(): StorageBackend {
  return {
    getItem: (name) => globalThis.localStorage.getItem(name),
    setItem: (name, value) => globalThis.localStorage.setItem(name, value),
    removeItem: (name) => globalThis.localStorage.removeItem(name),
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === globalThis.localStorage) listener(event.key)
      }
      // A page from the back/forward cache has missed the changes of other tabs.
      const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener(null)
      globalThis.addEventListener('storage', onStorage)
      globalThis.addEventListener('pageshow', onShow)
      return () => {
        globalThis.removeEventListener('storage', onStorage)
        globalThis.removeEventListener('pageshow', onShow)
      }
    },
  }
}

/** The items that a server needs to render the page. Every request carries cookies, so no other item is in one. */
const sentNames: { readonly [name in SentName]: true } = {
  'latchkey.connections': true,
  'latchkey.accounts': true,
  'latchkey.activeNetworkId': true,
}

/**
 * Cookies, so that a server can render the visitor's connection. Items that no server needs, such as the visitor's
 * labels for addresses, stay in the browser's local storage.
 *
 * @param header The request's `Cookie` header, on a server; the document's cookies are used in a browser.
 */
export function cookieStorage(header?: string | undefined): StorageBackend {
  const attributes = '; path=/; max-age=31536000; samesite=lax'
  const isBrowser = header === undefined && typeof document !== 'undefined'
  const local = localStorage()
  const cookies = () => header ?? (isBrowser ? document.cookie : '')
  const isCookie = (name: string) => !isBrowser || Object.hasOwn(sentNames, name)
  const write = (text: string) => {
    // The Cookie Store API is asynchronous, and some browsers lack it; a plain assignment works on every page.
    // biome-ignore lint/suspicious/noDocumentCookie: this is the cookie backend.
    if (isBrowser) document.cookie = text + secureAttribute()
  }
  return {
    getItem(name) {
      if (!isCookie(name)) return local.getItem(name)
      const entry = cookies()
        .split('; ')
        .find((cookie) => cookie.startsWith(`${name}=`))
      return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1))
    },
    setItem(name, value) {
      if (isCookie(name)) write(`${name}=${encodeURIComponent(value)}${attributes}`)
      else local.setItem(name, value)
    },
    removeItem(name) {
      if (isCookie(name)) write(`${name}=; path=/; max-age=0; samesite=lax`)
      else local.removeItem(name)
    },
    subscribe: (listener) => (isBrowser ? (local.subscribe?.(listener) ?? (() => {})) : () => {}),
    isSentToServer: true,
  }
}

function secureAttribute() {
  return globalThis.location?.protocol === 'https:' ? '; secure' : ''
}
