import { useActivity, useNfts, usePortfolio } from 'latchkey/react'

/** Shows the account's holdings and history. */
export function Holdings() {
  const { data: portfolio, refetch } = usePortfolio()
  const { data: nfts } = useNfts()
  const { data: activity, hasMore, fetchMore } = useActivity()
  return (
    <>
      <h2>Tokens</h2>
      <ul data-testid="tokens">
        {portfolio?.tokens.map(({ name, symbol, quantity, address }) => (
          <li key={address ?? symbol}>
            {name}: {quantity.numeric} {symbol}
          </li>
        ))}
      </ul>
      {portfolio?.status === 'error' ? (
        <button type="button" onClick={() => void refetch().catch(ignore)}>
          Try again
        </button>
      ) : null}
      <h2>Collectibles</h2>
      <p>{nfts?.items.filter(({ isSpam }) => !isSpam).length ?? 0}</p>
      <h2>Activity</h2>
      <ol>
        {activity?.transactions.map(({ id, metadata }) => (
          <li key={id}>
            {metadata.operationType} {new Date(metadata.minedAt).toLocaleDateString()}
          </li>
        ))}
      </ol>
      {hasMore ? (
        <button type="button" onClick={() => void fetchMore().catch(ignore)}>
          More
        </button>
      ) : null}
    </>
  )
}

// The data contains the error.
function ignore() {}
