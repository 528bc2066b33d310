/** An app for protocol violations: it seals and sends any message. */
import { openEnvelope, readEnvelope, sealEnvelope } from '../crypto/envelope.js'
import { createKeyPair, deriveSymKey, type KeyPair, randomKey, topicOf } from '../crypto/keys.js'
import { formatPairingUri } from '../protocol/pairingUri.js'
import { parseJson } from '../protocol/read.js'
import { asked, metadataOf } from './clients.js'
import { until } from './fakeClock.js'
import type { MemoryRelay } from './memoryRelay.js'

type Json = { readonly [name: string]: unknown }
type Channel = { readonly topic: string; readonly symKey: string }

export type RawApp = {
  readonly uri: string
  readonly pairing: Channel
  readonly keys: KeyPair
  send(to: Channel, message: Json): void
  /** Sends a request under the pairing or another key; returns its id. */
  request(method: string, params: unknown, to?: Channel, id?: number): number
  /** Sends a proposal; `params` override its parameters. */
  propose(params?: Json): number
  /** Returns the wallet's messages under a key. */
  heard(under?: Channel): readonly Json[]
  /** Resolves with the session from the wallet's answer. */
  session(): Promise<Channel>
}

let lastId = 1_700_000_000_500_000

export async function createRawApp(relay: MemoryRelay, methods: readonly string[] = []): Promise<RawApp> {
  const symKey = randomKey()
  const pairing = { topic: topicOf(symKey), symKey }
  const keys = await createKeyPair()
  const app: RawApp = {
    uri: formatPairingUri({ ...pairing, expiresAt: 1_700_000_300_000, methods }),
    pairing,
    keys,
    send({ topic, symKey }, message) {
      relay.inject(topic, sealEnvelope({ symKey, text: JSON.stringify({ jsonrpc: '2.0', ...message }) }))
    },
    request(method, params, to = pairing, id = ++lastId) {
      app.send(to, { id, method, params })
      return id
    },
    propose: (params = {}) =>
      app.request('wc_sessionPropose', {
        relays: [{ protocol: 'irn' }],
        requiredNamespaces: {},
        optionalNamespaces: asked,
        proposer: { publicKey: keys.publicKey, metadata: metadataOf('raw') },
        expiryTimestamp: 1_700_000_300,
        pairingTopic: pairing.topic,
        ...params,
      }),
    heard: ({ topic, symKey } = pairing) =>
      relay.published
        .filter((publication) => publication.topic === topic && publication.clientId !== 'someone')
        .map(({ message }) => {
          const envelope = readEnvelope(message)
          return parseJson((envelope && openEnvelope(envelope, symKey)) ?? '') as Json
        }),
    async session() {
      const answer = () => app.heard().find(({ result }) => result !== undefined)
      await until(() => answer() !== undefined, 'the approval')
      const { responderPublicKey } = (answer()?.result ?? {}) as { responderPublicKey?: string }
      const key = (await deriveSymKey(keys.privateKey, responderPublicKey)) ?? ''
      return { topic: topicOf(key), symKey: key }
    },
  }
  return app
}
