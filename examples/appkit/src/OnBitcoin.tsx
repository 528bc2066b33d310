import { networks, Psbt, address as toAddress } from 'bitcoinjs-lib'
import type { BitcoinConnector } from 'latchkey/appkit/bitcoin'
import { useAppKit, useAppKitAccount, useAppKitProvider } from 'latchkey/appkit/react'
import { useState } from 'react'
import { bitcoin } from './appkit.js'

type Coin = { txid: string; vout: number; value: number }
/** In satoshi. */
const [amount, fee] = [100_000n, 1_000n]

/** Written for another kit with bitcoinjs-lib; only the imports were changed. */
export function OnBitcoin() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount({ namespace: 'bip122' })
  const { walletProvider } = useAppKitProvider<BitcoinConnector>('bip122')
  const [to, setTo] = useState('')
  const [said, setSaid] = useState('')

  async function sign() {
    if (address === undefined) return
    const message = 'Hello from elsewhere'
    setSaid(`signed ${await walletProvider.signMessage({ address, message, protocol: 'bip322' })}`)
  }

  async function send() {
    if (address === undefined) return
    const coins = await fetch(`${bitcoin?.rpcUrls.default.http[0]}/address/${address}/utxo`)
    const [coin] = (await coins.json()) as Coin[]
    if (coin === undefined) return
    const network = networks.regtest
    const value = BigInt(coin.value)
    const psbt = new Psbt({ network })
      .addInput({
        hash: coin.txid,
        index: coin.vout,
        witnessUtxo: { script: toAddress.toOutputScript(address, network), value },
      })
      .addOutput({ address: to, value: amount })
      .addOutput({ address, value: value - amount - fee })
      .toBase64()
    const { txid } = await walletProvider.signPSBT({
      psbt,
      signInputs: [{ address, index: 0, sighashTypes: [1] }],
      broadcast: true,
    })
    setSaid(`broadcast ${txid}`)
  }

  return (
    <section data-testid="bitcoin">
      <h2>On Bitcoin</h2>
      {isConnected ? (
        <>
          <p>{address}</p>
          <button type="button" onClick={sign}>
            Sign
          </button>
          <label>
            Recipient <input value={to} onChange={(event) => setTo(event.target.value)} />
          </label>
          <button type="button" onClick={send}>
            Send
          </button>
          <output>{said}</output>
        </>
      ) : (
        <button type="button" onClick={() => open({ view: 'Connect', namespace: 'bip122' })}>
          Connect on Bitcoin
        </button>
      )}
    </section>
  )
}
