import { accountOf, connect, createKit, type Kit, openModal, serverSiwx, type View } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'
import { LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

/** The functions that a test calls; the page has no controls. */
export type Live = {
  /** Starts again with another kit, like a reload. */
  restart(): void
  open(view?: View | undefined): void
  connect(connectorId: string): Promise<void>
  connectors(): readonly string[]
  isConnected(): boolean
  /** How often the modal has closed since the page began. */
  closings(): number
}

/**
 * Starts a working kit, unlike a fixture's: the page's address names its services and chains, so that a test can put a
 * faulty server in between.
 */
export function startLive(element: HTMLElement, options: startLive.Options): Live {
  let root: Root | undefined
  let kit: Kit
  let closings = 0

  function restart() {
    root?.unmount()
    kit = createLiveKit(options)
    kit.events.subscribe(({ type }) => {
      if (type === 'MODAL_CLOSE') closings++
    })
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
    closings: () => closings,
  }
}

export declare namespace startLive {
  type Options = {
    /** The services' address; its `/rpc/<chain id>` are the nodes. */
    readonly origin: string
    readonly signIn: 'off' | 'optional' | 'required'
    /** The contract that resolves the chains' names; Ethereum's names without it. */
    readonly resolver?: string | undefined
  }
}

function createLiveKit({ origin, signIn, resolver }: startLive.Options): Kit {
  const network = (id: number, name: string) =>
    defineNetwork({
      id,
      name,
      rpcUrl: `${origin}/rpc/${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      ...(resolver === undefined ? {} : { contracts: { ensUniversalResolver: { address: resolver } } }),
    })
  return createKit({
    services: origin,
    networks: [network(31337, 'Local One'), network(31338, 'Local Two')],
    adapters: [eip155()],
    ...(signIn === 'off' ? {} : { siwx: serverSiwx({ url: origin, required: signIn === 'required' }) }),
    metadata: { name: 'Gallery', description: '', url: location.origin, icons: [] },
  })
}
