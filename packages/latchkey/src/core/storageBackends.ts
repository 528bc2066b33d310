import type { SentName } from '../protocol/storageFacts.js'
import type { StorageBackend } from './storage.js'

/** Keeps things until the page goes: for servers, tests, and hosts that want nothing remembered. */
export function memoryStorage(): StorageBackend {
  const entries = new Map<string, string>()
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
}

/**
 * The browser's local storage, the default. Touched only inside each call: where it is blocked, even reading the
 * property throws.
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
      // A page that slept in the back/forward cache has missed what others wrote.
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

/** What a server needs to render the page. Cookies go with every request: all else would only make them large, and known. */
const sentNames: { readonly [name in SentName]: true } = {
  'latchkey.connections': true,
  'latchkey.accounts': true,
  'latchkey.activeNetworkId': true,
}

/**
 * Cookies, so that a server can render what the visitor is connected to. What no server needs, such as the names that the
 * visitor gave to addresses, stays in the browser's local storage.
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
    // The Cookie Store API is asynchronous and not everywhere; a plain assignment works on every page.
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
