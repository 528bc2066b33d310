import { createKit, serverSiwx, type ThemeMode } from 'latchkey'
import { bip122 } from 'latchkey/bip122'
import { eip155 } from 'latchkey/eip155'
import { embedded } from 'latchkey/embedded'
import { polkadot } from 'latchkey/polkadot'
import { LatchkeyProvider } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { announcePracticeWallet } from './practice/announcePracticeWallet.js'
import { iconOf, networkIconOf } from './practice/icons.js'
import { isPracticeWalletOn } from './practice/isPracticeWalletOn.js'
import { signInMode } from './sections/SignInCard.js'
import { firstOfEach, ledgerNetworksOf, loadSettings, networksOf } from './settings.js'
import './demo.css'

const root = createRoot(document.getElementById('root') as HTMLElement)

try {
  const settings = await loadSettings()
  const networks = networksOf(settings)
  const ledgers = settings.ledgers ?? []
  const families = firstOfEach(ledgers)
  if (isPracticeWalletOn()) {
    announcePracticeWallet(networks)
    // Visitors without these families load none of their code.
    if (ledgers.length > 0) {
      const { announceFamilyWallets } = await import('./practice/announceFamilyWallets.js')
      await announceFamilyWallets(families)
    }
  }
  const prefixes = Object.fromEntries(
    ledgers.flatMap(({ namespace, reference, prefix }) =>
      prefix === undefined ? [] : [[`${namespace}:${reference}`, prefix]],
    ),
  )
  const adapters = { solana, bip122, polkadot: () => polkadot({ prefixes }) }
  const signIn = signInMode()
  const siwx =
    signIn === 'off' ? undefined : serverSiwx({ url: settings.services, required: signIn === 'required' })
  // All the code that a host needs.
  const kit = createKit({
    services: settings.services,
    networks: [...networks, ...ledgerNetworksOf(settings)],
    adapters: [eip155(), ...families.map(({ namespace }) => adapters[namespace]())],
    chainImages: Object.fromEntries(
      ledgers.map(({ namespace, reference }) => [`${namespace}:${reference}`, networkIconOf(namespace)]),
    ),
    // Wallets of this family announce no picture.
    connectorImages: { 'injectedWeb3:Practice Polkadot': iconOf('polkadot') },
    ...(siwx && { siwx }),
    ...(settings.site && { connectors: [embedded({ url: settings.site, name: 'Tidepool wallet' })] }),
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
        <App settings={settings} siwx={siwx} />
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
