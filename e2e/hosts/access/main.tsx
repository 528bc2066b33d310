import { createKit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineElements } from 'latchkey/element'
import { defineNetwork } from 'latchkey/networks'
import { LatchkeyProvider, Modal } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InDialog } from './InDialog.js'
import { InDialogWithElement } from './InDialogWithElement.js'
import { InNativeDialog } from './InNativeDialog.js'
import { Page, PageWithElement } from './Page.js'

type Settings = {
  readonly services: string
  readonly chains: readonly { readonly id: number; readonly name: string; readonly rpcUrl: string }[]
}

/**
 * Chooses the host page by the path: `/dialog`, `/native-dialog`, `/shadow`, `/shadow-inside`, `/dialog-element`,
 * `/shadow-element`, and plain ones.
 */
const host = location.pathname.slice(1)
const settings = (await (await fetch('/settings.json')).json()) as Settings
const [first, ...others] = settings.chains.map((chain) =>
  defineNetwork({ ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
)
if (first === undefined) throw new Error('/settings.json names no chain')

const isInside = host === 'shadow-inside' || host === 'native-dialog'
const kit = createKit({
  services: settings.services,
  networks: [first, ...others],
  adapters: [eip155()],
  disableAppend: isInside,
  locale: new URLSearchParams(location.search).get('locale') ?? 'en',
})

const root = document.getElementById('root') as HTMLElement
const isElement = host.endsWith('-element')
if (isElement) defineElements(kit)
createRoot(host.startsWith('shadow') ? root.attachShadow({ mode: 'open' }) : root).render(
  <StrictMode>
    {isElement ? (
      host === 'dialog-element' ? (
        <InDialogWithElement />
      ) : (
        <PageWithElement />
      )
    ) : (
      <LatchkeyProvider kit={kit}>
        {host === 'dialog' ? <InDialog /> : host === 'native-dialog' ? <InNativeDialog /> : <Page />}
        {host === 'shadow-inside' ? <Modal /> : null}
      </LatchkeyProvider>
    )}
  </StrictMode>,
)
