import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { openAccounts } from './accounts.js'
import { loadSettings } from './settings.js'
import { createClient } from './useWallet.js'
import './wallet.css'

const root = createRoot(document.getElementById('root') as HTMLElement)

try {
  const settings = await loadSettings()
  const accounts = await openAccounts(settings)
  const client = createClient(settings)
  root.render(
    <StrictMode>
      <App settings={settings} accounts={accounts} client={client} link={linkOf(location)} />
    </StrictMode>,
  )
} catch (error) {
  root.render(
    <main className="screen">
      <h1>The wallet could not start</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
    </main>,
  )
}

/**
 * Reads the pairing link with which an app opened this page: `/wc?uri=…`. Removes it from the address bar, because it
 * contains a secret.
 */
function linkOf({ search, pathname }: Location): string | undefined {
  const link = new URLSearchParams(search).get('uri') ?? undefined
  if (link !== undefined) history.replaceState(null, '', pathname.replace(/\/wc$/, '/'))
  return link
}
