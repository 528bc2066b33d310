import type { Page } from '@playwright/test'

/** An account that signs in the test's process, so that a test can keep its prompt open. */
export type Signer = { readonly address: string; readonly signMessage: (message: string) => Promise<string> }

export type SignerWallet = {
  /** The messages to sign, oldest first. */
  readonly asked: readonly string[]
  /** Selects another account in the wallet. */
  choose(signer: Signer): Promise<void>
}

/**
 * Adds a wallet to every page opened from now on: announced like an extension (EIP-6963), on one chain, connecting at
 * once and signing with `signer`.
 */
export async function announceSigner(
  page: Page,
  { chainId, rpcUrl, signer }: { readonly chainId: number; readonly rpcUrl: string; readonly signer: Signer },
): Promise<SignerWallet> {
  let current = signer
  const asked: string[] = []
  await page.exposeFunction('signerWalletAddress', () => current.address)
  await page.exposeFunction('signerWalletSign', (hex: string) => {
    const message = Buffer.from(hex.replace(/^0x/, ''), 'hex').toString('utf8')
    asked.push(message)
    return current.signMessage(message)
  })
  await page.addInitScript(install, { chainId: `0x${chainId.toString(16)}`, rpcUrl })
  return {
    asked,
    async choose(next) {
      current = next
      await page.evaluate((address) => {
        window.dispatchEvent(new CustomEvent('signer-wallet', { detail: address }))
      }, next.address)
    },
  }
}

type Exposed = {
  signerWalletAddress(): Promise<string>
  signerWalletSign(hex: unknown): Promise<string>
}

/** Runs in the page. */
function install({ chainId, rpcUrl }: { readonly chainId: string; readonly rpcUrl: string }) {
  const { signerWalletAddress, signerWalletSign } = window as unknown as Exposed
  const listeners = new Set<(accounts: unknown) => void>()
  const isConnected = () => sessionStorage.getItem('signer-wallet') === 'connected'

  async function request({
    method,
    params = [],
  }: {
    method: string
    params?: readonly unknown[]
  }): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        sessionStorage.setItem('signer-wallet', 'connected')
        return [await signerWalletAddress()]
      case 'eth_accounts':
        return isConnected() ? [await signerWalletAddress()] : []
      case 'eth_chainId':
        return chainId
      case 'wallet_revokePermissions':
        sessionStorage.removeItem('signer-wallet')
        return null
      case 'personal_sign':
        return signerWalletSign(params[0])
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { result, error } = await response.json()
    if (error !== undefined) throw error
    return result
  }

  window.addEventListener('signer-wallet', (event) => {
    for (const listener of listeners) listener([(event as CustomEvent).detail])
  })
  const provider = {
    request,
    on: (event: string, listener: (value: unknown) => void) => {
      if (event === 'accountsChanged') listeners.add(listener)
    },
    removeListener: (_: string, listener: (value: unknown) => void) => void listeners.delete(listener),
  }
  const info = { uuid: 'signer-wallet', name: 'Signer wallet', rdns: 'example.signer.wallet', icon: 'data:,' }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
