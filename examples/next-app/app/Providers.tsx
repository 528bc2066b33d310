'use client'

import { cookieStorage, createKit, type InitialState } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork, mainnet } from 'latchkey/networks'
import { LatchkeyProvider } from 'latchkey/react'
import { type ReactNode, useState } from 'react'

export type Settings = {
  readonly services: string
  readonly chains: readonly { readonly id: number; readonly name: string; readonly rpcUrl: string }[]
}

export function Providers({
  settings: { services, chains },
  initialState,
  children,
}: {
  readonly settings: Settings
  readonly initialState: InitialState | undefined
  readonly children: ReactNode
}) {
  // One kit per request and page: a server must never show one visitor's data to another.
  const [kit] = useState(() => {
    const [first = mainnet, ...rest] = chains.map((chain) =>
      defineNetwork({ ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
    )
    return createKit({
      services,
      networks: [first, ...rest],
      adapters: [eip155()],
      storage: cookieStorage(),
      initialState,
    })
  })
  return <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider>
}
