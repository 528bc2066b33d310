import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { useAppKit, useAppKitAccount, useAppKitProvider } from 'latchkey/appkit/react'
import { type Provider, useAppKitConnection } from 'latchkey/appkit/solana/react'
import { useState } from 'react'

/** Written for another kit with web3.js; only the imports were changed. */
export function OnSolana() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount({ namespace: 'solana' })
  const { walletProvider } = useAppKitProvider<Provider>('solana')
  const { connection } = useAppKitConnection()
  const [to, setTo] = useState('')
  const [said, setSaid] = useState('')

  async function sign() {
    const signature = await walletProvider.signMessage(new TextEncoder().encode('Hello from elsewhere'))
    setSaid(`signed ${btoa(String.fromCharCode(...signature))}`)
  }

  async function balance() {
    if (connection === undefined || address === undefined) return
    setSaid(`${await connection.getBalance(new PublicKey(address))} lamports`)
  }

  async function send() {
    if (connection === undefined || address === undefined) return
    const fromPubkey = new PublicKey(address)
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: fromPubkey, blockhash, lastValidBlockHeight }).add(
      SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(to), lamports: 1_000_000 }),
    )
    const signature = await walletProvider.sendTransaction(transaction, connection)
    const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    setSaid(value.err === null ? `confirmed ${signature}` : `failed ${JSON.stringify(value.err)}`)
  }

  return (
    <section data-testid="solana">
      <h2>On Solana</h2>
      {isConnected ? (
        <>
          <p>{address}</p>
          <button type="button" onClick={sign}>
            Sign
          </button>
          <button type="button" disabled={connection === undefined} onClick={balance}>
            Balance
          </button>
          <label>
            Recipient <input value={to} onChange={(event) => setTo(event.target.value)} />
          </label>
          <button type="button" disabled={connection === undefined} onClick={send}>
            Send
          </button>
          <output>{said}</output>
        </>
      ) : (
        <button type="button" onClick={() => open({ view: 'Connect', namespace: 'solana' })}>
          Connect on Solana
        </button>
      )}
    </section>
  )
}
