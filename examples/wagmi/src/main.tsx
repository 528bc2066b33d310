import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectButton, LatchkeyProvider } from 'latchkey/react'
import { wagmiOptions } from 'latchkey/wagmi'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, WagmiProvider } from 'wagmi'
import { App } from './App.js'
import { kit } from './kit.js'

const config = createConfig(wagmiOptions(kit))
const queries = new QueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <LatchkeyProvider kit={kit}>
          <h1>Latchkey with wagmi</h1>
          <ConnectButton />
          <App />
        </LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
