import type { Connector } from '../../core/connector.js'

const announced = 'toy:announce'
const wanted = 'toy:find'

/**
 * Announces a wallet of the toy family in a page: at once, and whenever a page asks. Returns a function that stops it.
 */
export function announceToyWallet(page: EventTarget, wallet: Connector): () => void {
  const announce = () => page.dispatchEvent(new CustomEvent(announced, { detail: wallet }))
  page.addEventListener(wanted, announce)
  announce()
  return () => page.removeEventListener(wanted, announce)
}

/** Reports the wallets of a family in a page, including earlier ones. Returns a function that stops this. */
export function findToyWallets(
  page: EventTarget,
  namespace: string,
  onChange: (wallets: readonly Connector[]) => void,
): () => void {
  const found = new Map<string, Connector>()
  const hear = (event: Event) => {
    const { detail: wallet } = event as CustomEvent<Connector>
    if (!wallet.info.namespaces.includes(namespace)) return
    found.set(wallet.info.id, wallet)
    onChange([...found.values()])
  }
  page.addEventListener(announced, hear)
  page.dispatchEvent(new Event(wanted))
  return () => page.removeEventListener(announced, hear)
}
