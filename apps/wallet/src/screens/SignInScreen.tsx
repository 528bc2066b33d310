import {
  type AuthenticationRequest,
  type AuthPayload,
  buildAuth,
  formatAuthMessage,
  narrowAuthPayload,
  type WalletClient,
} from '@latchkey/sign-client/wallet'
import { useState } from 'react'
import type { WalletAccount } from '../accounts.js'
import { Peer } from '../parts/Peer.js'
import { methods } from '../perform.js'
import type { Settings } from '../settings.js'
import { wordsOf } from '../wordsOf.js'

/** Asks the user to connect and sign in with one signature. */
export function SignInScreen({ client, settings, accounts, request, onFail }: SignInScreen.Props) {
  const [isBusy, setBusy] = useState(false)
  const [account] = accounts
  const payload = narrow(request, settings)
  const [chainId, ...others] = payload?.chains ?? []
  const { id } = request

  async function answer(task: () => Promise<unknown>) {
    setBusy(true)
    await task().catch((error: unknown) => onFail(wordsOf(error)))
    setBusy(false)
  }

  const reject = () => answer(() => client.rejectAuthenticate({ id }))
  if (account === undefined || payload === undefined || chainId === undefined) {
    return (
      <section className="card">
        <p className="problem">The app asks for networks or methods that this wallet does not know.</p>
        <button type="button" disabled={isBusy} onClick={() => void reject()}>
          Reject
        </button>
      </section>
    )
  }

  const { signer } = account
  const issuerOn = (chain: string) => `${chain}:${signer.address}`
  const sign = async (chain: string) => {
    const signature = await signer.signMessage({ message: formatAuthMessage(payload, issuerOn(chain)) })
    return buildAuth(payload, issuerOn(chain), { t: 'eip191', s: signature })
  }
  const approve = async () =>
    client.approveAuthenticate({ id, auths: await Promise.all(payload.chains.map(sign)) })
  return (
    <section className="card" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in to {payload.domain}?</h2>
      <Peer metadata={request.requester.metadata} />
      {/* Shows the text to sign for one network; for the other networks only the line of the chain differs. */}
      <pre className="message">{formatAuthMessage(payload, issuerOn(chainId))}</pre>
      {others.length > 0 && <p>And the same for {others.join(', ')}.</p>}
      <div className="actions">
        <button type="button" className="primary" disabled={isBusy} onClick={() => void answer(approve)}>
          Sign in
        </button>
        <button type="button" disabled={isBusy} onClick={() => void reject()}>
          Reject
        </button>
      </div>
    </section>
  )
}

function narrow({ payload }: AuthenticationRequest, { chains }: Settings): AuthPayload | undefined {
  try {
    return narrowAuthPayload(payload, { chains: chains.map(({ id }) => `eip155:${id}`), methods })
  } catch {
    // No common chain; the screen says so.
    return undefined
  }
}

export declare namespace SignInScreen {
  type Props = {
    readonly client: WalletClient
    readonly settings: Settings
    readonly accounts: readonly WalletAccount[]
    readonly request: AuthenticationRequest
    readonly onFail: (words: string) => void
  }
}
