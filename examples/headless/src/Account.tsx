import { truncateAddress } from 'latchkey'
import {
  useAccounts,
  useBalance,
  useConnection,
  useDisconnect,
  useIdentity,
  useSwitchChain,
} from 'latchkey/react'

/** Shows the connected account, other accounts and the networks. */
export function Account() {
  const { address, networkId } = useConnection()
  const { name, avatar } = useIdentity()
  const { data: balance } = useBalance()
  const { accounts, mutate: choose } = useAccounts()
  const { chains, mutate: switchChain } = useSwitchChain()
  const { mutate: disconnect } = useDisconnect()
  return (
    <section>
      <p>
        {avatar === undefined ? null : <img src={avatar} alt="" width={32} />}
        {name === undefined ? null : <strong>{name}</strong>} <output data-testid="account">{address}</output>
      </p>
      <output data-testid="balance">
        {balance?.amount} {balance?.symbol}
      </output>
      <ul>
        {accounts.map((account) => (
          <li key={account.caipAddress}>
            <button type="button" disabled={account.address === address} onClick={() => choose({ account })}>
              {truncateAddress(account.address)}
            </button>
          </li>
        ))}
      </ul>
      {chains.map((chain) => (
        <button
          key={chain.caipNetworkId}
          type="button"
          disabled={chain.caipNetworkId === networkId}
          onClick={() => switchChain({ chainId: chain.caipNetworkId })}
        >
          {chain.name}
        </button>
      ))}
      <button type="button" onClick={() => disconnect({})}>
        Leave
      </button>
    </section>
  )
}
