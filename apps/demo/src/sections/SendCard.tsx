import { useBalance, useConnection, useModal, useProvider } from 'latchkey/react'
import { useState } from 'react'
import {
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  http,
  isAddress,
  parseEther,
  type TransactionReceipt,
} from 'viem'
import { Card, Outcome, Value } from './Card.js'

type Progress =
  | { readonly step: 'idle' | 'asking' }
  | { readonly step: 'mining'; readonly hash: Hex }
  | { readonly step: 'done'; readonly receipt: TransactionReceipt }
  | { readonly step: 'failed'; readonly reason: string }

// The second account of the public development phrase.
const neighbour = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export function SendCard() {
  const { networkId } = useConnection()
  return networkId === undefined || networkId.startsWith('eip155:') ? <SendEther /> : <SendInModal />
}

/** For the other families: the kit's own form knows them all. */
function SendInModal() {
  const { open } = useModal()
  const { chain } = useConnection()
  return (
    <Card title="Send a transfer">
      <p>
        The kit’s own form sends on {chain?.name ?? 'this network'} too, and follows the transfer to its end.
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => open({ view: { name: 'WalletSend' } })}>
          Send with the kit
        </button>
      </div>
    </Card>
  )
}

function SendEther() {
  const { address, chain, isConnected } = useConnection()
  const provider = useProvider('eip155')
  const { refetch } = useBalance()
  const [to, setTo] = useState<string>(neighbour)
  const [amount, setAmount] = useState('0.01')
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const isReady = isConnected && provider !== undefined && chain !== undefined
  const isBusy = progress.step === 'asking' || progress.step === 'mining'

  async function send() {
    if (!isReady || isBusy || address === undefined) return
    if (!isAddress(to)) return setProgress({ step: 'failed', reason: 'That is not an address.' })
    if (!/^\d{1,9}(\.\d{1,18})?$/.test(amount))
      return setProgress({ step: 'failed', reason: 'Please enter a valid amount.' })
    setProgress({ step: 'asking' })
    try {
      const wallet = createWalletClient({ account: address as Hex, transport: custom(provider) })
      const hash = await wallet.sendTransaction({ chain: null, to, value: parseEther(amount) })
      setProgress({ step: 'mining', hash })
      const client = createPublicClient({ transport: http(chain.rpcUrls.default.http[0]) })
      const receipt = await client.waitForTransactionReceipt({ hash, timeout: 60_000 })
      setProgress({ step: 'done', receipt })
      void refetch().catch(() => {})
    } catch (error) {
      setProgress({ step: 'failed', reason: reasonOf(error) })
    }
  }

  return (
    <Card title="Send a transfer">
      <label className="field">
        To
        <input value={to} spellCheck={false} onChange={(event) => setTo(event.target.value.trim())} />
      </label>
      <label className="field">
        Amount in ETH
        <input
          value={amount}
          inputMode="decimal"
          onChange={(event) => setAmount(event.target.value.trim())}
        />
      </label>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={!isReady}
          // Disabled, it would lose the keyboard's focus.
          aria-disabled={isBusy}
          onClick={() => void send()}
        >
          {progress.step === 'asking' ? 'Waiting for the wallet…' : 'Send'}
        </button>
      </div>
      {isConnected ? null : <Outcome kind="plain">Connect a wallet first.</Outcome>}
      {progress.step === 'mining' ? <Outcome kind="plain">Sent. Waiting for a block…</Outcome> : null}
      {progress.step === 'failed' ? <Outcome kind="bad">{progress.reason}</Outcome> : null}
      {progress.step === 'done' ? <Receipt receipt={progress.receipt} /> : null}
    </Card>
  )
}

function Receipt({ receipt }: { readonly receipt: TransactionReceipt }) {
  return (
    <Outcome kind={receipt.status === 'success' ? 'good' : 'bad'}>
      {receipt.status === 'success' ? 'Confirmed.' : 'The transaction failed.'}
      <dl className="values" data-testid="receipt">
        <Value name="Block">{String(receipt.blockNumber)}</Value>
        <Value name="Gas used">{String(receipt.gasUsed)}</Value>
        <Value name="Hash">
          <code className="long">{receipt.transactionHash}</code>
        </Value>
      </dl>
    </Outcome>
  )
}

function reasonOf(error: unknown): string {
  const { shortMessage, message } = error as { readonly shortMessage?: string; readonly message?: string }
  return shortMessage ?? message ?? String(error)
}
