import { integer } from '../../shared/setting.js'

const megabyte = 1024 * 1024

/** The settings of JSON-RPC over WebSocket; part of `settingsTable`. */
export const socketSettings = {
  rpcSockets: integer({
    variable: 'LATCHKEY_RPC_SOCKETS',
    fallback: 10_000,
    minimum: 0,
    maximum: 10_000_000,
    meaning: 'Open JSON-RPC WebSockets of the whole process. 0 turns them off.',
  }),
  rpcSocketsPerClient: integer({
    variable: 'LATCHKEY_RPC_SOCKETS_PER_CLIENT',
    fallback: 20,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'Open JSON-RPC WebSockets of each project and client address.',
  }),
  rpcSubscriptions: integer({
    variable: 'LATCHKEY_RPC_SUBSCRIPTIONS',
    fallback: 16,
    minimum: 1,
    maximum: 10_000,
    meaning: 'Subscriptions (`eth_subscribe`) that one WebSocket may have.',
  }),
  rpcPollSeconds: integer({
    variable: 'LATCHKEY_RPC_POLL_SECONDS',
    fallback: 2,
    minimum: 1,
    maximum: 60,
    meaning:
      'Seconds between two looks at the newest block of a chain to which somebody has subscribed. All subscribers share them.',
  }),
  rpcSocketIdleSeconds: integer({
    variable: 'LATCHKEY_RPC_SOCKET_IDLE_SECONDS',
    fallback: 300,
    minimum: 1,
    maximum: 86_400,
    meaning: 'Seconds without a request or a subscription after which the service closes a WebSocket (4008).',
  }),
  rpcSocketBuffer: integer({
    variable: 'LATCHKEY_RPC_SOCKET_BUFFER',
    fallback: 16 * megabyte,
    minimum: megabyte,
    maximum: 1_024 * megabyte,
    meaning:
      'Bytes waiting for a slow reader above which the service closes its WebSocket (1013). Above 1 MiB it does so after 30 s.',
  }),
} as const
