import { Connection } from '@solana/web3.js'
import { createKit } from 'latchkey'
import { defineNetwork } from 'latchkey/networks'
import { ConnectButton, LatchkeyProvider } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.js'

// A page written for Solana's wallet-adapter, moved as docs/guides/coming-from-solana-wallet-adapter.md says.

type Settings = {
  readonly services: string
  readonly ledger: {
    readonly reference: string
    readonly name: string
    readonly rpcUrl: string
    readonly webSocketUrl: string
  }
}

const { services, ledger } = (await (await fetch('/settings.json')).json()) as Settings
const { reference, ...network } = ledger

const kit = createKit({
  services,
  networks: [
    defineNetwork({
      ...network,
      id: reference,
      namespace: 'solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    }),
  ],
  adapters: [solana()],
})
/** In the place of `ConnectionProvider`. */
const connection = new Connection(ledger.rpcUrl, {
  commitment: 'confirmed',
  wsEndpoint: ledger.webSocketUrl,
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider kit={kit}>
      <ConnectButton />
      <Page connection={connection} />
    </LatchkeyProvider>
  </StrictMode>,
)
