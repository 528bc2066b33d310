import { useNetworkId, useSwitchChain } from 'latchkey/react'
import { Card, Outcome } from './Card.js'

export function SwitchCard() {
  const current = useNetworkId()
  const { chains, mutate: switchChain, isPending, error } = useSwitchChain()
  return (
    <Card title="Switch network">
      <div className="actions">
        {chains.map(({ caipNetworkId, name }) => (
          <button
            key={caipNetworkId}
            type="button"
            aria-pressed={caipNetworkId === current}
            // Disabled, it would lose the keyboard's focus.
            aria-disabled={isPending}
            onClick={() => (isPending ? undefined : switchChain({ chainId: caipNetworkId }))}
          >
            {name}
          </button>
        ))}
      </div>
      {isPending ? <Outcome kind="plain">Waiting for the wallet…</Outcome> : null}
      {error === undefined ? null : <Outcome kind="bad">{error.message}</Outcome>}
    </Card>
  )
}
