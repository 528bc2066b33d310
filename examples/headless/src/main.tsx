import { LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { kit } from './kit.js'
import { Wallets } from './Wallets.js'

// Of the kit's own screens none is shown: `disableAppend` leaves the modal out.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider kit={kit}>
      <h1>A user interface of your own</h1>
      <Wallets />
    </LatchkeyProvider>
  </StrictMode>,
)
