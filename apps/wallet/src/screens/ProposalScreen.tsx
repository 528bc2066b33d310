import type { Proposal, WalletClient } from '@latchkey/sign-client/wallet'
import { useState } from 'react'
import { accounts } from '../accounts.js'
import { Peer } from '../parts/Peer.js'
import { methods } from '../perform.js'
import type { Settings } from '../settings.js'
import { wordsOf } from '../wordsOf.js'

/** Asks the user to approve an app's connection: which accounts, on which chains. */
export function ProposalScreen({ client, settings, proposal, onFail }: ProposalScreen.Props) {
  const asked = askedChains(proposal)
  const known = settings.chains.filter(({ id }) => asked.includes(`eip155:${id}`))
  const [chosenAccounts, setAccounts] = useState<readonly string[]>([accounts[0]?.signer.address ?? ''])
  const [chosenChains, setChains] = useState<readonly number[]>(known.map(({ id }) => id))
  const [isBusy, setBusy] = useState(false)
  const canApprove = chosenAccounts.length > 0 && chosenChains.length > 0 && !isBusy

  async function answer(task: () => Promise<unknown>) {
    setBusy(true)
    await task().catch((error: unknown) => onFail(wordsOf(error)))
    setBusy(false)
  }

  const approve = () =>
    client.approve({
      id: proposal.id,
      namespaces: {
        eip155: {
          chains: chosenChains.map((id) => `eip155:${id}`),
          accounts: chosenChains.flatMap((id) => chosenAccounts.map((address) => `eip155:${id}:${address}`)),
          methods: [...methods],
          events: ['accountsChanged', 'chainChanged'],
        },
      },
    })

  return (
    <section className="card" aria-labelledby="proposal">
      <h2 id="proposal">Connect to this app?</h2>
      <Peer metadata={proposal.proposer.metadata} />
      {known.length === 0 ? (
        <p className="problem" role="alert">
          The app asks for networks that this wallet does not know.
        </p>
      ) : null}
      <fieldset>
        <legend>Accounts</legend>
        {accounts.map(({ name, signer }) => (
          <label key={signer.address} className="check">
            <input
              type="checkbox"
              checked={chosenAccounts.includes(signer.address)}
              onChange={() => setAccounts(toggled(chosenAccounts, signer.address))}
            />
            {name} <code>{signer.address}</code>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Networks</legend>
        {known.map(({ id, name }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={chosenChains.includes(id)}
              onChange={() => setChains(toggled(chosenChains, id))}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="actions">
        <button type="button" className="primary" disabled={!canApprove} onClick={() => void answer(approve)}>
          Approve
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void answer(() => client.reject({ id: proposal.id }))}
        >
          Reject
        </button>
      </div>
    </section>
  )
}

export declare namespace ProposalScreen {
  type Props = {
    readonly client: WalletClient
    readonly settings: Settings
    readonly proposal: Proposal
    readonly onFail: (words: string) => void
  }
}

function askedChains({ requiredNamespaces, optionalNamespaces }: Proposal): readonly string[] {
  return [requiredNamespaces, optionalNamespaces].flatMap((namespaces) =>
    Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? []))),
  )
}

function toggled<value>(list: readonly value[], value: value): readonly value[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
}
