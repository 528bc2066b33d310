import type { Network } from 'latchkey'
import { createPracticeProvider } from './createPracticeProvider.js'

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"%3E%3Crect width="64" height="64" fill="%23e8a33d"/%3E%3Cpath d="M16 24h32v22H16z" fill="%23fff"/%3E%3Cpath d="M16 24 40 14v10" fill="none" stroke="%23fff" stroke-width="5" stroke-linejoin="round"/%3E%3Ccircle cx="41" cy="35" r="4" fill="%23e8a33d"/%3E%3C/svg%3E'

/** Announces the practice wallet like a browser extension (EIP-6963). */
export function announcePracticeWallet(networks: readonly Network[]): void {
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Practice wallet',
    rdns: 'example.latchkey.practice',
    icon,
  })
  const provider = createPracticeProvider(networks)
  const announce = () => {
    const detail = Object.freeze({ info, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
