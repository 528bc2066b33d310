import { createKit, serverSiwx, type ThemeMode } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { announcePracticeWallet } from './practice/announcePracticeWallet.js'
import { isPracticeWalletOn } from './practice/isPracticeWalletOn.js'
import { signInMode } from './sections/SignInCard.js'
import { loadSettings, networksOf } from './settings.js'
import './demo.css'

const root = createRoot(document.getElementById('root') as HTMLElement)

try {
  const settings = await loadSettings()
  const networks = networksOf(settings)
  if (isPracticeWalletOn()) announcePracticeWallet(networks)
  const signIn = signInMode()
  // All the code that a host needs.
  const kit = createKit({
    services: settings.services,
    networks,
    adapters: [eip155()],
    ...(signIn === 'off'
      ? {}
      : { siwx: serverSiwx({ url: settings.services, required: signIn === 'required' }) }),
    themeMode: 'auto' satisfies ThemeMode,
    metadata: {
      name: 'Tidepool',
      description: 'A small app that uses Latchkey.',
      url: location.origin,
      icons: [`${location.origin}/icon.svg`],
    },
  })
  root.render(
    <StrictMode>
      <LatchkeyProvider kit={kit}>
        <App settings={settings} />
      </LatchkeyProvider>
    </StrictMode>,
  )
} catch (error) {
  root.render(
    <main className="failure">
      <h1>The demo could not start</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
    </main>,
  )
}
