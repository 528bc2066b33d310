import { useAccounts, useDisconnect, useModal, useNetworkId, useSwitchChain } from 'latchkey/react'
import { firstOfEach, type Ledger } from '../settings.js'
import { Card, Outcome } from './Card.js'
import { useLedgers } from './useLedgers.js'

type Row = { readonly namespace: string; readonly title: string; readonly ledger?: Ledger | undefined }

/** Every chain family of the page: its first ledger, its account, and its own way to connect and to disconnect. */
export function FamiliesCard({ initial }: { readonly initial: readonly Ledger[] }) {
  const ledgers = useLedgers(initial)
  const rows: readonly Row[] = [
    { namespace: 'eip155', title: 'Ethereum' },
    ...firstOfEach(ledgers).map((ledger) => ({ namespace: ledger.namespace, title: ledger.name, ledger })),
  ]
  return (
    <Card title="Four families at once">
      <p>Connect a wallet of each. They stay connected beside each other, also after a reload.</p>
      <ul className="families">
        {rows.map((row) => (
          <Family key={row.namespace} {...row} />
        ))}
      </ul>
    </Card>
  )
}

function Family({ namespace, title, ledger }: Row) {
  const { open } = useModal()
  const { accounts } = useAccounts()
  const { chains, mutate: switchChain } = useSwitchChain()
  const { mutate: disconnect, isPending } = useDisconnect()
  const active = useNetworkId()
  const account = accounts.find((one) => one.namespace === namespace)
  const isActive = active?.startsWith(`${namespace}:`) === true
  const network = chains.find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId
  return (
    <li className="family" data-testid={`family-${namespace}`}>
      <b>{title}</b>
      {ledger === undefined || ledger.state === 'ready' ? null : <LedgerState ledger={ledger} />}
      {account === undefined ? null : <code className="long">{account.address}</code>}
      <div className="actions">
        {account === undefined ? (
          <button type="button" onClick={() => open({ namespace, view: { name: 'Connect' } })}>
            Connect
          </button>
        ) : (
          <>
            <button
              type="button"
              aria-pressed={isActive}
              onClick={() => (isActive ? undefined : switchChain({ chainId: account.networkId ?? network }))}
            >
              {isActive ? 'In use' : 'Use'}
            </button>
            <button type="button" disabled={isPending} onClick={() => disconnect({ namespace })}>
              Disconnect
            </button>
          </>
        )}
      </div>
    </li>
  )
}

function LedgerState({ ledger: { state, name } }: { readonly ledger: Ledger }) {
  if (state === 'failed') return <Outcome kind="bad">{name} could not start; the terminal says why.</Outcome>
  if (state === 'stopped')
    return <Outcome kind="bad">{name} has stopped, and is being started again, empty.</Outcome>
  return <Outcome kind="plain">{name} is starting. The first time, this can take some minutes.</Outcome>
}
