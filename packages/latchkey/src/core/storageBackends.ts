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
      globalThis.addEventListener('storage', onStorage)
      return () => globalThis.removeEventListener('storage', onStorage)
    },
  }
}

/**
 * Cookies, so that a server can render what the visitor is connected to.
 *
 * @param header The request's `Cookie` header, on a server; the document's cookies are used in a browser.
 */
export function cookieStorage(header?: string | undefined): StorageBackend {
  const attributes = '; path=/; max-age=31536000; samesite=lax'
  const cookies = () => header ?? (typeof document === 'undefined' ? '' : document.cookie)
  const write = (text: string) => {
    // The Cookie Store API is asynchronous and not everywhere; a plain assignment works on every page.
    // biome-ignore lint/suspicious/noDocumentCookie: this is the cookie backend.
    if (header === undefined && typeof document !== 'undefined') document.cookie = text + secureAttribute()
  }
  return {
    getItem(name) {
      const entry = cookies()
        .split('; ')
        .find((cookie) => cookie.startsWith(`${name}=`))
      return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1))
    },
    setItem: (name, value) => write(`${name}=${encodeURIComponent(value)}${attributes}`),
    removeItem: (name) => write(`${name}=; path=/; max-age=0; samesite=lax`),
    isSentToServer: true,
  }
}

function secureAttribute() {
  return globalThis.location?.protocol === 'https:' ? '; secure' : ''
}
