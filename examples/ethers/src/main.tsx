import { formatEther, parseEther } from 'ethers'
import { getEthersReader, getEthersSigner } from 'latchkey/ethers'
import { ConnectButton, LatchkeyProvider, useConnection } from 'latchkey/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { kit } from './kit.js'

function App() {
  const { address, isConnected } = useConnection()
  const [said, setSaid] = useState('')
  const say = (task: () => Promise<string>) => () =>
    void task().then(setSaid, (error: unknown) =>
      setSaid(error instanceof Error ? error.message : String(error)),
    )
  return (
    <>
      <h1>Latchkey with ethers</h1>
      <ConnectButton />
      <p>
        <button
          type="button"
          disabled={!isConnected}
          onClick={say(async () => (await getEthersSigner(kit)).signMessage('Hello from ethers'))}
        >
          Sign
        </button>
        <button
          type="button"
          disabled={!isConnected}
          onClick={say(async () => {
            const signer = await getEthersSigner(kit)
            const sent = await signer.sendTransaction({ to: address ?? null, value: parseEther('0.001') })
            return `Mined in block ${(await sent.wait())?.blockNumber}`
          })}
        >
          Send
        </button>
        <button
          type="button"
          disabled={!isConnected}
          onClick={say(
            async () => `${formatEther(await getEthersReader(kit).getBalance(address ?? ''))} ETH`,
          )}
        >
          Balance
        </button>
      </p>
      <output data-testid="said">{said}</output>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider kit={kit}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
)
