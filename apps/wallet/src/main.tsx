import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { loadSettings } from './settings.js'
import { createClient } from './useWallet.js'
import './wallet.css'

const root = createRoot(document.getElementById('root') as HTMLElement)

try {
  const settings = await loadSettings()
  const client = createClient(settings)
  root.render(
    <StrictMode>
      <App settings={settings} client={client} link={linkOf(location)} />
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

/** The pairing link that an app opened this page with: `/wc?uri=…`. Taken out of the address bar, where it is a secret. */
function linkOf({ search, pathname }: Location): string | undefined {
  const link = new URLSearchParams(search).get('uri') ?? undefined
  if (link !== undefined) history.replaceState(null, '', pathname.replace(/\/wc$/, '/'))
  return link
}
