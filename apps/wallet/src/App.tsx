import type { WalletClient } from '@latchkey/sign-client/wallet'
import { useEffect, useState } from 'react'
import type { WalletAccount } from './accounts.js'
import { AccountList } from './parts/AccountList.js'
import { ConnectForm } from './parts/ConnectForm.js'
import { SessionList } from './parts/SessionList.js'
import { ProposalScreen } from './screens/ProposalScreen.js'
import { RequestScreen } from './screens/RequestScreen.js'
import { SignInScreen } from './screens/SignInScreen.js'
import type { Settings } from './settings.js'
import { useWallet } from './useWallet.js'
import { wordsOf } from './wordsOf.js'

export function App({ settings, accounts, client, link }: App.Props) {
  const { sessions, proposals, signIns, requests, relay } = useWallet(client)
  const [notice, setNotice] = useState<string>()
  const [proposal, signIn, request] = [proposals[0], signIns[0], requests[0]]

  useEffect(() => {
    if (link !== undefined) client.pair({ uri: link }).catch((error: unknown) => setNotice(wordsOf(error)))
  }, [client, link])

  return (
    <main className="screen">
      <header className="top">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Pebble wallet</h1>
        <span className="relay" data-status={relay}>
          {relay === 'open'
            ? 'Connected'
            : relay === 'idle'
              ? 'At rest'
              : relay === 'connecting'
                ? 'Connecting…'
                : 'Offline'}
        </span>
      </header>
      {notice === undefined ? null : (
        <p className="notice" role="alert">
          {notice}{' '}
          <button type="button" className="link" onClick={() => setNotice(undefined)}>
            Dismiss
          </button>
        </p>
      )}
      {proposal !== undefined ? (
        <ProposalScreen
          key={proposal.id}
          client={client}
          settings={settings}
          accounts={accounts}
          proposal={proposal}
          onFail={setNotice}
        />
      ) : signIn !== undefined ? (
        <SignInScreen
          key={signIn.id}
          client={client}
          settings={settings}
          accounts={accounts}
          request={signIn}
          onFail={setNotice}
        />
      ) : request !== undefined ? (
        <RequestScreen
          key={request.id}
          client={client}
          settings={settings}
          accounts={accounts}
          request={request}
          session={sessions.find(({ topic }) => topic === request.topic)}
          onFail={setNotice}
        />
      ) : (
        <>
          <ConnectForm client={client} />
          <AccountList accounts={accounts} settings={settings} />
          <SessionList client={client} sessions={sessions} settings={settings} />
        </>
      )}
    </main>
  )
}

export declare namespace App {
  type Props = {
    readonly settings: Settings
    readonly accounts: readonly WalletAccount[]
    readonly client: WalletClient
    /** The pairing link in the page's address. */
    readonly link: string | undefined
  }
}
