import { ConnectButton, LatchkeyProvider, NetworkButton } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Account } from './Account.js'
import { kit } from './kit.js'
import { Networks } from './Networks.js'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider kit={kit}>
      <h1>Latchkey with React and Vite</h1>
      <NetworkButton />
      <ConnectButton />
      <Account />
      <Networks />
    </LatchkeyProvider>
  </StrictMode>,
)
