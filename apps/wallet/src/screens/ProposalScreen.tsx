import type { Proposal, WalletClient } from '@latchkey/sign-client/wallet'
import { useState } from 'react'
import { askedNetworks, grantOf } from '../../../demo/src/practice/openFamilyAccount.js'
import { addressesOn, type NetworkId, type WalletAccount } from '../accounts.js'
import { Peer } from '../parts/Peer.js'
import { methods } from '../perform.js'
import { networksOf, type Settings } from '../settings.js'
import { wordsOf } from '../wordsOf.js'

/** Asks the user to approve an app's connection: which accounts, on which chains. */
export function ProposalScreen({ client, settings, accounts, proposal, onFail }: ProposalScreen.Props) {
  const asked = askedNetworks(proposal) as readonly string[]
  const known = networksOf(settings).filter(({ networkId }) => asked.includes(networkId))
  const [chosenAccounts, setAccounts] = useState<readonly WalletAccount[]>(accounts.slice(0, 1))
  const [chosenNetworks, setNetworks] = useState<readonly string[]>(known.map(({ networkId }) => networkId))
  const [isBusy, setBusy] = useState(false)
  const canApprove = chosenAccounts.length > 0 && chosenNetworks.length > 0 && !isBusy

  async function answer(task: () => Promise<unknown>) {
    setBusy(true)
    await task().catch((error: unknown) => onFail(wordsOf(error)))
    setBusy(false)
  }

  const approve = () =>
    client.approve({
      id: proposal.id,
      ...grantOf(
        accounts.filter((account) => chosenAccounts.includes(account)).flatMap(grantorsOf),
        chosenNetworks as readonly NetworkId[],
      ),
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
        {accounts.map((account) => (
          <label key={account.name} className="check">
            <input
              type="checkbox"
              checked={chosenAccounts.includes(account)}
              onChange={() => setAccounts(toggled(chosenAccounts, account))}
            />
            <span>
              {account.name}
              {firstOfEachFamily(known).map(({ networkId }) => (
                <code key={networkId}>{addressesOn(account, networkId)[0]}</code>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Networks</legend>
        {known.map(({ networkId, name }) => (
          <label key={networkId} className="check">
            <input
              type="checkbox"
              checked={chosenNetworks.includes(networkId)}
              onChange={() => setNetworks(toggled(chosenNetworks, networkId))}
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
    readonly accounts: readonly WalletAccount[]
    readonly proposal: Proposal
    readonly onFail: (words: string) => void
  }
}

/** Lists the chain families that an account can grant, with its methods and addresses in each. */
function grantorsOf({ signer, families }: WalletAccount): Parameters<typeof grantOf>[0] {
  return [{ namespace: 'eip155', methods, addressesOn: () => [signer.address] }, ...families]
}

function firstOfEachFamily<network extends { readonly networkId: string }>(networks: readonly network[]) {
  const familyOf = ({ networkId }: network) => networkId.split(':')[0]
  return networks.filter(
    (network, at) => networks.findIndex((one) => familyOf(one) === familyOf(network)) === at,
  )
}

function toggled<value>(list: readonly value[], value: value): readonly value[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
}
