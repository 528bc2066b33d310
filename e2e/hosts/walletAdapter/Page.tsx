import {
  type Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { useConnection, useDisconnect, useModal, useProvider } from 'latchkey/react'
import type { SolanaProvider } from 'latchkey/solana'
import { useState } from 'react'

/** What the page did with `useWallet`, with the names that the guide gives for it. */
export function Page({ connection }: { readonly connection: Connection }) {
  const { address, isConnected, walletName } = useConnection({ namespace: 'solana' })
  const provider = useProvider('solana') as SolanaProvider | undefined
  const { open } = useModal()
  const { mutate: disconnect } = useDisconnect()
  const [to, setTo] = useState('')
  const [said, setSaid] = useState('')

  async function sign() {
    const signature = await provider?.signMessage(new TextEncoder().encode('Hello from wallet-adapter'))
    setSaid(`signed ${btoa(String.fromCharCode(...(signature ?? [])))}`)
  }

  /** A transaction of version 0, which pays a thousandth of a coin. */
  async function pay() {
    const payer = new PublicKey(address ?? '')
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions: [
        SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(to), lamports: 1_000_000 }),
      ],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    return { transaction, blockhash, lastValidBlockHeight }
  }

  async function send() {
    const { transaction, ...validity } = await pay()
    const signature = (await provider?.sendTransaction(transaction, connection)) ?? ''
    const { value } = await connection.confirmTransaction({ signature, ...validity })
    setSaid(value.err === null ? `confirmed ${signature}` : `failed ${JSON.stringify(value.err)}`)
  }

  async function signAll() {
    const [one, other] = [(await pay()).transaction, (await pay()).transaction]
    const signed = (await provider?.signAllTransactions([one, other])) ?? []
    setSaid(`signed ${signed.filter((each) => each instanceof VersionedTransaction).length} transactions`)
  }

  if (!isConnected) {
    return (
      <button type="button" onClick={() => open()}>
        Select wallet
      </button>
    )
  }
  return (
    <main>
      <p data-testid="account">
        {walletName} {address}
      </p>
      <button type="button" disabled={provider === undefined} onClick={sign}>
        Sign
      </button>
      <label>
        Recipient <input value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      <button type="button" disabled={provider === undefined} onClick={send}>
        Send
      </button>
      <button type="button" disabled={provider === undefined} onClick={signAll}>
        Sign two transactions
      </button>
      <button type="button" onClick={() => disconnect({ namespace: 'solana' })}>
        Leave
      </button>
      <output>{said}</output>
    </main>
  )
}
