import {
  useAppKit,
  useAppKitAccount,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from 'latchkey/appkit/react'
import { useState } from 'react'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import { bitcoin, hasSolana, two } from './appkit.js'
import { OnBitcoin } from './OnBitcoin.js'
import { OnSolana } from './OnSolana.js'

/** Written for another kit; only the imports were changed. It uses elements and hooks without a provider. */
export function App() {
  const { open } = useAppKit()
  const { address, isConnected, status } = useAppKitAccount()
  const { caipNetwork, chainId, switchNetwork } = useAppKitNetwork()
  const { walletProvider } = useAppKitProvider<EIP1193Provider>('eip155')
  const { walletInfo } = useWalletInfo()
  const { initialized } = useAppKitState()
  const { themeMode, setThemeMode } = useAppKitTheme()
  const { data } = useAppKitEvents()
  const { disconnect } = useDisconnect()
  const [signature, setSignature] = useState('')

  async function sign() {
    const wallet = createWalletClient({
      account: address as `0x${string}`,
      transport: custom(walletProvider),
    })
    setSignature(await wallet.signMessage({ message: 'Hello from elsewhere' }))
  }

  return (
    <main>
      <h1>An app that came from elsewhere</h1>
      <appkit-button label="Connect" balance="hide" />
      <appkit-network-button />
      <p data-testid="account">
        {status} {address}
      </p>
      <p data-testid="network">
        {chainId} {caipNetwork?.name}
      </p>
      <p data-testid="wallet">{walletInfo?.name}</p>
      <p data-testid="event">{data.event}</p>
      <button type="button" disabled={!initialized} onClick={() => open({ view: 'Networks' })}>
        Networks
      </button>
      <button type="button" onClick={() => setThemeMode(themeMode === 'dark' ? 'light' : 'dark')}>
        {themeMode === 'dark' ? 'Light' : 'Dark'}
      </button>
      {!isConnected ? null : (
        <>
          <button type="button" disabled={walletProvider === undefined} onClick={sign}>
            Sign
          </button>
          <button type="button" onClick={() => switchNetwork(two)}>
            Switch to {two.name}
          </button>
          <button type="button" onClick={() => disconnect()}>
            Leave
          </button>
          <output data-testid="signature">{signature}</output>
        </>
      )}
      {hasSolana ? <OnSolana /> : null}
      {bitcoin === undefined ? null : <OnBitcoin />}
    </main>
  )
}
