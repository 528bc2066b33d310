import { accountOf, connect, createKit, type Kit, openModal, serverSiwx, type View } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'
import { LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

/** What a test does with the page: it has no buttons of its own. */
export type Live = {
  /** Begins anew with another kit, as a reload does. */
  restart(): void
  open(view?: View | undefined): void
  connect(connectorId: string): Promise<void>
  connectors(): readonly string[]
  isConnected(): boolean
}

/**
 * A kit that lives, unlike a fixture's: its services and chains are where the page's address says, so that a test can
 * put something between them that goes wrong.
 */
export function startLive(element: HTMLElement, { origin, signIn }: startLive.Options): Live {
  let root: Root | undefined
  let kit: Kit

  function restart() {
    root?.unmount()
    kit = createLiveKit(origin, signIn)
    root = createRoot(element)
    root.render(
      <StrictMode>
        <LatchkeyProvider kit={kit}>
          <main />
        </LatchkeyProvider>
      </StrictMode>,
    )
  }

  restart()
  return {
    restart,
    open: (view) => openModal(kit, { view }),
    connect: async (connectorId) => void (await connect(kit, { connectorId })),
    connectors: () => kit.store.getState().connection.connectors.map(({ id }) => id),
    isConnected: () => accountOf(kit.store.getState()) !== undefined,
  }
}

export declare namespace startLive {
  type Options = {
    /** The services' address; its `/rpc/<chain id>` are the nodes. */
    readonly origin: string
    readonly signIn: 'off' | 'optional' | 'required'
  }
}

function createLiveKit(origin: string, signIn: startLive.Options['signIn']): Kit {
  const network = (id: number, name: string) =>
    defineNetwork({
      id,
      name,
      rpcUrl: `${origin}/rpc/${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    })
  return createKit({
    services: origin,
    networks: [network(31337, 'Local One'), network(31338, 'Local Two')],
    adapters: [eip155()],
    ...(signIn === 'off' ? {} : { siwx: serverSiwx({ url: origin, required: signIn === 'required' }) }),
    metadata: { name: 'Gallery', description: '', url: location.origin, icons: [] },
  })
}
