import { useEffect, useState } from 'react'
import { createPublicClient, formatEther, http } from 'viem'
import { addressesOn, type WalletAccount } from '../accounts.js'
import type { Chain, Settings } from '../settings.js'

/** The wallet's accounts with their balance on each chain. */
export function AccountList({ accounts, settings }: AccountList.Props) {
  return (
    <section className="card" aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <ul className="plain">
        {accounts.map((account) => (
          <li key={account.name} className="account">
            <b>{account.name}</b>
            <code>{account.signer.address}</code>
            <span className="balances">
              {settings.chains.map((chain) => (
                <Balance key={chain.id} address={account.signer.address} chain={chain} />
              ))}
            </span>
            {settings.ledgers?.map(({ namespace, reference, name }) => (
              <span key={namespace} className="balances">
                {name}: <code>{addressesOn(account, `${namespace}:${reference}`)[0]}</code>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

export declare namespace AccountList {
  type Props = { readonly accounts: readonly WalletAccount[]; readonly settings: Settings }
}

function Balance({ address, chain }: { readonly address: `0x${string}`; readonly chain: Chain }) {
  const [balance, setBalance] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    const client = createPublicClient({ transport: http(chain.rpcUrl) })
    client.getBalance({ address }).then(
      (units) => isCurrent && setBalance(Number(formatEther(units)).toFixed(4)),
      () => isCurrent && setBalance('unknown'),
    )
    return () => {
      isCurrent = false
    }
  }, [address, chain])
  return (
    <span>
      {chain.name}: {balance ?? '…'} ETH
    </span>
  )
}
