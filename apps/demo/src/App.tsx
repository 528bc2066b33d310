import type { SiwxConfig } from 'latchkey'
import { ConnectButton, NetworkButton } from 'latchkey/react'
import { ConnectionCard } from './sections/ConnectionCard.js'
import { EventLog } from './sections/EventLog.js'
import { FamiliesCard } from './sections/FamiliesCard.js'
import { PracticeCard } from './sections/PracticeCard.js'
import { SendCard } from './sections/SendCard.js'
import { SignCard } from './sections/SignCard.js'
import { SignInCard } from './sections/SignInCard.js'
import { SwitchCard } from './sections/SwitchCard.js'
import { ThemeCard } from './sections/ThemeCard.js'
import type { Settings } from './settings.js'
import { useIsNarrow } from './useIsNarrow.js'

export function App({ settings, siwx }: App.Props) {
  const { ledgers = [] } = settings
  const isNarrow = useIsNarrow()
  return (
    <>
      <header className="top">
        <a className="brand" href="/">
          <img src="/icon.svg" alt="" width="32" height="32" />
          Tidepool
        </a>
        <nav className="top-buttons" aria-label="Wallet">
          <NetworkButton />
          {/* A long balance beside a long address is wider than a small phone. */}
          <ConnectButton balance={isNarrow ? 'hide' : 'show'} />
        </nav>
      </header>
      <main>
        <section className="hero">
          <h1>Connect a wallet. Sign. Send.</h1>
          <p>
            A host page like yours, with Latchkey in it. The wallets, the relay and the chains behind it are
            real and run on this machine; the money is not.
          </p>
        </section>
        <div className="cards">
          <PracticeCard
            walletUrl={settings.wallet}
            mailboxUrl={settings.mailbox}
            providersUrl={settings.providers}
          />
          <ConnectionCard />
          {ledgers.length === 0 ? null : <FamiliesCard initial={ledgers} />}
          <SignCard />
          <SignInCard siwx={siwx} />
          <SendCard />
          <SwitchCard />
          <ThemeCard />
          <EventLog />
        </div>
      </main>
      <footer className="foot">
        Latchkey is free software under the MIT licence. This page sends nothing anywhere else.
      </footer>
    </>
  )
}

declare namespace App {
  type Props = {
    readonly settings: Settings
    /** How visitors of this page sign in, if it asks them to. */
    readonly siwx?: SiwxConfig | undefined
  }
}
