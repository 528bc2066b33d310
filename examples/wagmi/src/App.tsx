import {
  useChainId,
  useConnection,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
} from 'wagmi'

/** All of this uses only wagmi, which sees the kit's connection. */
export function App() {
  const { address, chainId, status } = useConnection()
  const { data: signature, mutate: sign } = useSignMessage()
  const { data: hash, mutate: send } = useSendTransaction()
  const { chains, mutate: switchChain } = useSwitchChain()
  const { mutate: disconnect } = useDisconnect()
  const current = useChainId()
  return (
    <>
      <p data-testid="wagmi">
        {status} {address} {chainId}
      </p>
      {status !== 'connected' ? null : (
        <>
          <button type="button" onClick={() => sign({ message: 'Hello from wagmi' })}>
            Sign
          </button>
          <button type="button" onClick={() => send({ to: address, value: 1n })}>
            Send
          </button>
          {chains
            .filter(({ id }) => id !== current)
            .map(({ id, name }) => (
              <button key={id} type="button" onClick={() => switchChain({ chainId: id })}>
                Switch to {name}
              </button>
            ))}
          <button type="button" onClick={() => disconnect()}>
            Disconnect by wagmi
          </button>
          <output data-testid="signature">{signature}</output>
          <output data-testid="hash">{hash}</output>
        </>
      )}
    </>
  )
}
