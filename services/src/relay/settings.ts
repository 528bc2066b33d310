import { integer, list, oneOf } from '../shared/setting.js'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** The relay's settings; part of `settingsTable`. */
export const relaySettings = {
  relayStore: oneOf({
    variable: 'LATCHKEY_RELAY_STORE',
    fallback: 'sqlite',
    values: ['sqlite', 'memory'],
    meaning:
      'Where the relay stores mailboxes: `sqlite` survives a crash, `memory` is lost with the process.',
  }),
  relayStoreSize: integer({
    variable: 'LATCHKEY_RELAY_STORE_SIZE',
    fallback: 8_192 * megabyte,
    minimum: megabyte,
    maximum: 1_000_000 * megabyte,
    meaning:
      'Most bytes that mailboxes may take on disk. Beyond it, the relay first deletes acknowledged messages, then refuses publishes.',
  }),
  relayAudiences: list({
    variable: 'LATCHKEY_RELAY_AUDIENCES',
    fallback: [],
    of: 'host names',
    isItem: (value): value is string => /^[\w.:[\]-]+$/.test(value),
    meaning:
      "Hosts that a client's token may name as its audience (`aud`), in addition to those of LATCHKEY_PUBLIC_ORIGINS. If both are unset: the IP address that the client's connection has reached. A program on this machine may always name `localhost`.",
  }),
  relayFrameSize: integer({
    variable: 'LATCHKEY_RELAY_FRAME_SIZE',
    fallback: megabyte,
    minimum: kilobyte,
    maximum: 64 * megabyte,
    meaning:
      'Largest WebSocket frame in bytes. The relay answers a larger one with an error and does not parse it.',
  }),
  relayMessageSize: integer({
    variable: 'LATCHKEY_RELAY_MESSAGE_SIZE',
    fallback: 256 * kilobyte,
    minimum: kilobyte,
    maximum: 32 * megabyte,
    meaning: 'Largest published message in bytes.',
  }),
  relayTopics: integer({
    variable: 'LATCHKEY_RELAY_TOPICS',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Topics that a client may subscribe to at once.',
  }),
  relayMailboxMessages: integer({
    variable: 'LATCHKEY_RELAY_MAILBOX_MESSAGES',
    fallback: 5_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Unacknowledged messages that may wait on a topic.',
  }),
  relayMailboxSize: integer({
    variable: 'LATCHKEY_RELAY_MAILBOX_SIZE',
    fallback: 16 * megabyte,
    minimum: kilobyte,
    maximum: 4_096 * megabyte,
    meaning: 'Unacknowledged bytes that may wait on a topic.',
  }),
  relayTtlMinimum: integer({
    variable: 'LATCHKEY_RELAY_TTL_MIN',
    fallback: 30,
    minimum: 1,
    maximum: 86_400,
    meaning: 'Shortest lifetime of a message in seconds.',
  }),
  relayTtlMaximum: integer({
    variable: 'LATCHKEY_RELAY_TTL_MAX',
    fallback: 30 * 86_400,
    minimum: 300,
    maximum: 365 * 86_400,
    meaning: 'Longest lifetime of a message in seconds.',
  }),
  relayPublishRate: integer({
    variable: 'LATCHKEY_RELAY_PUBLISH_RATE',
    fallback: 50,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Messages a client may publish per second.',
  }),
  relayPublishBurst: integer({
    variable: 'LATCHKEY_RELAY_PUBLISH_BURST',
    fallback: 200,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Messages that a client may publish at once before the rate applies.',
  }),
  relayByteRate: integer({
    variable: 'LATCHKEY_RELAY_BYTE_RATE',
    fallback: 256 * kilobyte,
    minimum: kilobyte,
    maximum: 1_024 * megabyte,
    meaning: 'Bytes of messages that a client may publish per second; the same limit applies per address.',
  }),
  relayByteBurst: integer({
    variable: 'LATCHKEY_RELAY_BYTE_BURST',
    fallback: 32 * megabyte,
    minimum: kilobyte,
    maximum: 4_096 * megabyte,
    meaning: 'Bytes of messages that may be published at once before the rate applies.',
  }),
  relayAddressShare: integer({
    variable: 'LATCHKEY_RELAY_ADDRESS_SHARE',
    fallback: 64,
    minimum: 1,
    maximum: 1_000_000,
    meaning:
      'The messages of one address may take one part in so many of the store, over the longest life of a message. A message of a shorter life counts for less.',
  }),
  relayRequestRate: integer({
    variable: 'LATCHKEY_RELAY_REQUEST_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Requests of any kind that a client may send per second; ten times as many at once.',
  }),
  relayConnectRate: integer({
    variable: 'LATCHKEY_RELAY_CONNECT_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'New sockets per minute from one address; this machine is exempt.',
  }),
  relaySocketsPerAddress: integer({
    variable: 'LATCHKEY_RELAY_SOCKETS_PER_ADDRESS',
    fallback: 1_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'Open sockets from one address; this machine is exempt.',
  }),
  relaySocketsPerClient: integer({
    variable: 'LATCHKEY_RELAY_SOCKETS_PER_CLIENT',
    fallback: 20,
    minimum: 1,
    maximum: 10_000,
    meaning: 'Open sockets of one client id: the tabs of one browser.',
  }),
  relaySockets: integer({
    variable: 'LATCHKEY_RELAY_SOCKETS',
    fallback: 50_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'Open sockets of the whole process.',
  }),
  relayIdleSeconds: integer({
    variable: 'LATCHKEY_RELAY_IDLE_SECONDS',
    fallback: 60,
    minimum: 1,
    maximum: 86_400,
    meaning: 'Seconds without a message or a subscription after which the relay closes a socket (4008).',
  }),
  relayPingSeconds: integer({
    variable: 'LATCHKEY_RELAY_PING_SECONDS',
    fallback: 25,
    minimum: 1,
    maximum: 30,
    meaning: 'Seconds between pings. Clients treat the connection as dead after 30 seconds without one.',
  }),
  relayHandshakeSeconds: integer({
    variable: 'LATCHKEY_RELAY_HANDSHAKE_SECONDS',
    fallback: 10,
    minimum: 1,
    maximum: 120,
    meaning: 'Seconds that a connection may take to send its request, and that a closing handshake may take.',
  }),
  relayBufferSize: integer({
    variable: 'LATCHKEY_RELAY_BUFFER_SIZE',
    fallback: megabyte,
    minimum: 16 * kilobyte,
    maximum: 256 * megabyte,
    meaning: 'Bytes waiting for a slow reader above which further messages stay in its mailbox.',
  }),
  relayBufferLimit: integer({
    variable: 'LATCHKEY_RELAY_BUFFER_LIMIT',
    fallback: 4 * megabyte,
    minimum: 64 * kilobyte,
    maximum: 1_024 * megabyte,
    meaning: 'Bytes waiting for a slow reader above which the relay disconnects it (1013).',
  }),
  relayBufferTotal: integer({
    variable: 'LATCHKEY_RELAY_BUFFER_TOTAL',
    fallback: 256 * megabyte,
    minimum: megabyte,
    maximum: 1_024 * 1_024 * megabyte,
    meaning:
      'Bytes waiting for all slow readers together above which 64 KiB are the most for each: further messages stay in their mailboxes.',
  }),
  relaySlowSeconds: integer({
    variable: 'LATCHKEY_RELAY_SLOW_SECONDS',
    fallback: 30,
    minimum: 1,
    maximum: 600,
    meaning:
      'Seconds a reader may stay above LATCHKEY_RELAY_BUFFER_SIZE before the relay disconnects it (1013).',
  }),
} as const
