import { useNetworkId, useSwitchChain } from 'latchkey/react'

export function Networks() {
  const networkId = useNetworkId()
  const { chains, mutate: switchChain, isPending, error } = useSwitchChain()
  return (
    <p>
      {chains.map(({ caipNetworkId, name }) => (
        <button
          key={caipNetworkId}
          type="button"
          disabled={isPending || caipNetworkId === networkId}
          onClick={() => switchChain({ chainId: caipNetworkId })}
        >
          Use {name}
        </button>
      ))}
      {networkId === 'eip155:31338' ? <small>Nothing here is worth anything either.</small> : null}
      {error === undefined ? null : <span role="alert">{error.message}</span>}
    </p>
  )
}
