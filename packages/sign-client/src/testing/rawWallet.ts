/**
 * A wallet for protocol violations: it seals and sends any message.
 */
import { openEnvelope, readEnvelope, sealEnvelope } from '../crypto/envelope.js'
import { createKeyPair, deriveSymKey, type KeyPair, topicOf } from '../crypto/keys.js'
import { parsePairingUri } from '../protocol/pairingUri.js'
import { parseJson } from '../protocol/read.js'
import { granted, metadataOf } from './clients.js'
import { until } from './fakeClock.js'
import type { MemoryRelay } from './memoryRelay.js'

type Json = { readonly [name: string]: unknown }

export type RawWallet = {
  readonly pairing: { readonly topic: string; readonly symKey: string }
  /** The app's proposal. */
  readonly proposal: { readonly id: number; readonly params: Json }
  /** Set by {@link RawWallet.answer}. */
  session(): { readonly topic: string; readonly symKey: string; readonly keys: KeyPair }
  /** Sends any message under a key. */
  send(to: { readonly topic: string; readonly symKey: string }, message: Json): void
  /** Accepts the proposal; `result` overrides parts of the answer. */
  answer(result?: Json): Promise<void>
  /** Settles the session; `params` override parts of it. */
  settle(params?: Json, id?: number): void
  request(method: string, params: unknown, id?: number): number
  /** Returns the app's messages under a key, in order. */
  heard(under?: { readonly topic: string; readonly symKey: string }): readonly Json[]
}

let lastId = 1_700_000_000_000_000

export async function createRawWallet(relay: MemoryRelay, uri: string): Promise<RawWallet> {
  const pairing = parsePairingUri(uri)
  if (pairing === undefined) throw new Error('no pairing link')
  const keys = await createKeyPair()
  let session: ReturnType<RawWallet['session']> | undefined

  const read = ({ topic, symKey }: { readonly topic: string; readonly symKey: string }) =>
    relay.published
      .filter((publication) => publication.topic === topic && publication.clientId !== 'someone')
      .map(({ message }) => {
        const envelope = readEnvelope(message)
        return parseJson((envelope && openEnvelope(envelope, symKey)) ?? '') as Json
      })
  const find = () => read(pairing).find(({ method }) => method === 'wc_sessionPropose')
  await until(() => find() !== undefined, 'the proposal')
  const proposal = find() as unknown as RawWallet['proposal']

  const wallet: RawWallet = {
    pairing,
    proposal,
    session() {
      if (session === undefined) throw new Error('answer first')
      return session
    },
    send({ topic, symKey }, message) {
      relay.inject(topic, sealEnvelope({ symKey, text: JSON.stringify({ jsonrpc: '2.0', ...message }) }))
    },
    async answer(result = {}) {
      const { publicKey } = proposal.params.proposer as { publicKey: string }
      const symKey = await deriveSymKey(keys.privateKey, publicKey)
      if (symKey === undefined) throw new Error('unusable key')
      session = { topic: topicOf(symKey), symKey, keys }
      wallet.send(pairing, {
        id: proposal.id,
        result: { relay: { protocol: 'irn' }, responderPublicKey: keys.publicKey, ...result },
      })
    },
    settle(params = {}, id = ++lastId) {
      wallet.send(wallet.session(), {
        id,
        method: 'wc_sessionSettle',
        params: {
          relay: { protocol: 'irn' },
          namespaces: granted,
          controller: { publicKey: keys.publicKey, metadata: metadataOf('raw') },
          expiry: 1_700_000_000 + 7 * 86_400,
          ...params,
        },
      })
    },
    request(method, params, id = ++lastId) {
      wallet.send(wallet.session(), { id, method, params })
      return id
    },
    heard: (under = session) => (under === undefined ? [] : read(under)),
  }
  return wallet
}
