import {
  type AuthenticationRequest,
  formatAuthMessage,
  type WalletClient,
} from '@latchkey/sign-client/wallet'
import { useState } from 'react'
import { wordsOf } from '../App.js'
import { accounts } from '../accounts.js'
import { Peer } from '../parts/Peer.js'
import { methods } from '../perform.js'
import type { Settings } from '../settings.js'

/** An app asks the person to connect and to sign in with one signature. */
export function SignInScreen({ client, settings, request, onFail }: SignInScreen.Props) {
  const [isBusy, setBusy] = useState(false)
  const account = accounts[0]
  const chain = settings.chains.find(({ id }) => request.payload.chains.includes(`eip155:${id}`))
  if (account === undefined || chain === undefined) return null
  const chainId = `eip155:${chain.id}`
  const issuer = `did:pkh:${chainId}:${account.signer.address}`

  async function answer(task: () => Promise<unknown>) {
    setBusy(true)
    await task().catch((error: unknown) => onFail(wordsOf(error)))
    setBusy(false)
  }

  return (
    <section className="card" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in to {request.payload.domain}?</h2>
      <Peer metadata={request.requester.metadata} />
      <pre className="message">{formatAuthMessage(request.payload, issuer)}</pre>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() =>
            void answer(() =>
              client.approveAuthentication({
                id: request.id,
                chains: settings.chains.map(({ id }) => `eip155:${id}`),
                methods: [...methods],
                address: account.signer.address,
                sign: (message) => account.signer.signMessage({ message }),
              }),
            )
          }
        >
          Sign in
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void answer(() => client.reject({ id: request.id }))}
        >
          Reject
        </button>
      </div>
    </section>
  )
}

export declare namespace SignInScreen {
  type Props = {
    readonly client: WalletClient
    readonly settings: Settings
    readonly request: AuthenticationRequest
    readonly onFail: (words: string) => void
  }
}
