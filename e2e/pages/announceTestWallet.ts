import type { Page } from '@playwright/test'

/** The first account of the local chains: they sign for it themselves. */
export const testAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Puts a wallet into every page that is opened from now on: announced as an extension is (EIP-6963), approving everything
 * at once, on real chains that hold its key. `chains`: RPC addresses by chain id.
 */
export async function announceTestWallet(
  page: Page,
  chains: { readonly [id: number]: string },
): Promise<void> {
  await page.addInitScript(install, { chains, account: testAccount })
}

/** Runs in the page. */
function install({
  chains,
  account,
}: {
  readonly chains: { readonly [id: number]: string }
  readonly account: string
}) {
  type Listener = (value: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  let chainId = Number(sessionStorage.getItem('test-wallet.chain') ?? Object.keys(chains)[0])
  let isConnected = sessionStorage.getItem('test-wallet') === 'connected'

  async function request({
    method,
    params = [],
  }: {
    method: string
    params?: readonly unknown[]
  }): Promise<unknown> {
    if (method === 'eth_requestAccounts') {
      isConnected = true
      sessionStorage.setItem('test-wallet', 'connected')
      return [account]
    }
    if (method === 'eth_accounts') return isConnected ? [account] : []
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'wallet_revokePermissions') {
      isConnected = false
      sessionStorage.removeItem('test-wallet')
      return null
    }
    if (method === 'wallet_switchEthereumChain') {
      const [wanted] = params as readonly [{ readonly chainId: string }]
      if (chains[Number(wanted.chainId)] === undefined) throw { code: 4902, message: 'Unknown chain' }
      chainId = Number(wanted.chainId)
      sessionStorage.setItem('test-wallet.chain', String(chainId))
      emit('chainChanged', wanted.chainId)
      return null
    }
    const response = await fetch(chains[chainId] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = await response.json()
    if (error !== undefined) throw error
    return result
  }

  const provider = {
    request,
    on: (event: string, listener: Listener) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
  }
  const info = { uuid: 'test-wallet', name: 'Test wallet', rdns: 'example.test.wallet', icon: 'data:,' }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
