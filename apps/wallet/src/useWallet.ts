import {
  type AuthenticationRequest,
  createWalletClient,
  type Proposal,
  type RelayState,
  type Session,
  type SessionRequest,
  type WalletClient,
} from '@latchkey/sign-client/wallet'
import { useEffect, useState } from 'react'
import type { Settings } from './settings.js'

/** The wallet's sessions and pending requests. */
export type WalletState = {
  readonly sessions: readonly Session[]
  readonly proposals: readonly Proposal[]
  readonly signIns: readonly AuthenticationRequest[]
  readonly requests: readonly SessionRequest[]
  readonly relay: RelayState['status']
}

export function createClient(settings: Settings): WalletClient {
  return createWalletClient({
    relayUrl: settings.relay,
    projectId: 'open',
    storagePrefix: 'pebble',
    metadata: {
      name: 'Pebble wallet',
      description: 'A small web wallet for trying Latchkey.',
      url: location.origin,
      icons: [`${location.origin}/icon.svg`],
    },
  })
}

/** Starts the client and updates the screen on its events. */
export function useWallet(client: WalletClient): WalletState {
  const [state, setState] = useState<WalletState>({
    sessions: [],
    proposals: [],
    signIns: [],
    requests: [],
    relay: 'idle',
  })
  useEffect(() => {
    const read = () =>
      setState({
        sessions: client.sessions(),
        proposals: client.pendingProposals(),
        signIns: client.pendingAuthentications(),
        requests: client.pendingRequests(),
        relay: client.relay().status,
      })
    const stops = [
      client.on('session_connect', read),
      client.on('session_update', read),
      client.on('session_extend', read),
      client.on('session_delete', read),
      client.on('session_expire', read),
      client.on('session_proposal', read),
      client.on('session_authenticate', read),
      client.on('session_request', read),
      client.on('proposal_close', read),
      client.on('session_request_close', read),
      client.on('relay', read),
    ]
    client.start().then(read, read)
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
  return state
}
