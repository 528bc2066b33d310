import { useEffect, useState } from 'react'
import { createPublicClient, formatEther, http } from 'viem'
import { balanceOn } from '../../../demo/src/practice/balanceOn.js'
import { addressesOn, type WalletAccount } from '../accounts.js'
import type { Settings } from '../settings.js'

/** How often balances are read again, in milliseconds: ledgers may still be starting, and payments arrive. */
const readEvery = 10_000

/** The wallet's accounts with their balance on each chain and ledger. */
export function AccountList({ accounts, settings }: AccountList.Props) {
  return (
    <section className="card" aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <ul className="plain">
        {accounts.map((account) => (
          <AccountItem key={account.name} account={account} settings={settings} />
        ))}
      </ul>
    </section>
  )
}

export declare namespace AccountList {
  type Props = { readonly accounts: readonly WalletAccount[]; readonly settings: Settings }
}

function AccountItem({
  account,
  settings,
}: {
  readonly account: WalletAccount
  readonly settings: Settings
}) {
  const { name, signer } = account
  return (
    <li className="account">
      <b>{name}</b>
      <code>{signer.address}</code>
      <span className="balances">
        {settings.chains.map((chain) => (
          <Balance key={chain.id} name={chain.name} read={() => etherOn(chain.rpcUrl, signer.address)} />
        ))}
      </span>
      {settings.ledgers?.map((ledger) => {
        const [address = ''] = addressesOn(account, `${ledger.namespace}:${ledger.reference}`)
        return (
          <span key={ledger.namespace} className="balances">
            <Balance name={ledger.name} read={() => balanceOn(ledger, address)} />
            <code>{address}</code>
          </span>
        )
      })}
    </li>
  )
}

async function etherOn(rpcUrl: string, address: `0x${string}`): Promise<string> {
  const units = await createPublicClient({ transport: http(rpcUrl) }).getBalance({ address })
  return `${Number(formatEther(units)).toFixed(4)} ETH`
}

/** A balance; what is read must not change while the component is shown. */
function Balance({ name, read }: { readonly name: string; readonly read: () => Promise<string> }) {
  const [balance, setBalance] = useState('…')
  const [readOnce] = useState(() => read)
  useEffect(() => {
    let isCurrent = true
    const show = () =>
      readOnce().then(
        (text) => isCurrent && setBalance(text),
        () => isCurrent && setBalance('unknown'),
      )
    void show()
    const timer = setInterval(show, readEvery)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [readOnce])
  return (
    <span>
      {name}: {balance}
    </span>
  )
}
