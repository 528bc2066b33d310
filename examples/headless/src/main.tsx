import { LatchkeyProvider, useConnection } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Account } from './Account.js'
import { Holdings } from './Holdings.js'
import { kit } from './kit.js'
import { Send } from './Send.js'
import { Wallets } from './Wallets.js'

function App() {
  const { isConnected } = useConnection()
  if (!isConnected) return <Wallets />
  return (
    <>
      <Account />
      <Send />
      <Holdings />
    </>
  )
}

// Shows none of the kit's screens: `disableAppend` leaves the modal out.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider kit={kit}>
      <h1>A user interface of your own</h1>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
)
