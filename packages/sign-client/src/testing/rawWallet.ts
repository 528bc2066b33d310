/**
 * A wallet by hand, for what no decent wallet does: it seals and sends whatever it is told to.
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
  /** What the app asked for. */
  readonly proposal: { readonly id: number; readonly params: Json }
  /** Set by {@link RawWallet.answer}. */
  session(): { readonly topic: string; readonly symKey: string; readonly keys: KeyPair }
  /** Sends anything under a key. */
  send(to: { readonly topic: string; readonly symKey: string }, message: Json): void
  /** Accepts the proposal; members of `result` may be bent. */
  answer(result?: Json): Promise<void>
  /** Settles the session; members of `params` may be bent. */
  settle(params?: Json, id?: number): void
  request(method: string, params: unknown, id?: number): number
  /** What the app said under a key, in order. */
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
