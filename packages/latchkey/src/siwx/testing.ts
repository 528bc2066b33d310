import type { SiwxMessage } from './message/SiwxMessage.js'
import { createNonce, memoryNonceStore } from './verify/nonces.js'
import type { verifySiwx } from './verify/verifySiwx.js'

/** The time of the tests: 2026-11-21T10:00:00Z. */
export const now = Date.UTC(2026, 10, 21, 10)

/** A message that satisfies {@link expectations}, with a nonce that `store` gave out. */
export function messageOf(
  more: Partial<SiwxMessage> & Pick<SiwxMessage, 'address'>,
  store: ReturnType<typeof memoryNonceStore>,
): SiwxMessage {
  const nonce = more.nonce ?? createNonce()
  void store.add(nonce)
  return {
    domain: 'app.example',
    uri: 'https://app.example/login',
    version: '1',
    chainId: 'eip155:1',
    issuedAt: new Date(now).toISOString(),
    ...more,
    nonce,
  }
}

export function expectations(
  nonceStore: ReturnType<typeof memoryNonceStore>,
  more: Partial<verifySiwx.Expectations> = {},
): verifySiwx.Expectations {
  return {
    domain: 'app.example',
    scheme: 'https',
    nonceStore,
    chainIds: ['eip155:1'],
    maxAge: 10 * 60_000,
    now,
    ...more,
  }
}

export const testStore = () => memoryNonceStore({ now: () => now })

/** Expectations that any given message satisfies, so that only its signature can be rejected. */
export function liking(message: SiwxMessage): verifySiwx.Expectations {
  const { domain, scheme, uri, chainId, issuedAt, notBefore = issuedAt } = message
  return {
    domain,
    scheme: scheme === 'http' ? 'http' : 'https',
    uri,
    chainIds: [chainId],
    nonceStore: { add() {}, consume: () => true },
    maxAge: 86_400_000,
    now: Math.max(Date.parse(issuedAt), Date.parse(notBefore)),
  }
}

/** Variants of a message: 45 cases without those of eip155's own chain ids. */
export const variants: readonly Partial<SiwxMessage>[] = [
  {},
  ...[
    'localhost',
    'localhost:4600',
    '127.0.0.1',
    '127.0.0.1:8080',
    'a-b.c-d.example',
    'xn--bcher-kva.example',
    'X.Example',
  ].map((domain) => ({ domain })),
  ...['https', 'http', 'chrome-extension', 'app+x'].map((scheme) => ({ scheme })),
  ...[
    'Sign in.',
    'a',
    "It's you: me@app.example, right? (yes/no) [1] #2 $3 & *4; 5=5!",
    'x'.repeat(500),
    ' ',
  ].map((statement) => ({ statement })),
  ...[
    'https://app.example',
    'https://app.example/',
    'https://app.example:8443/a/b?c=d&e=%20#f',
    'http://localhost:4600/',
    'did:key:z6Mk',
    'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
  ].map((uri) => ({ uri })),
  ...[10, 137, 31337, 9007199254740991].map((id) => ({ chainId: `eip155:${id}` as const })),
  ...['12345678', 'abcdefgh', 'Z'.repeat(64), '0f'.repeat(16)].map((nonce) => ({ nonce })),
  ...[
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.1Z',
    '2026-11-21T10:00:00+00:00',
    '2026-11-21T23:59:59-11:30',
    '2028-02-29T00:00:00Z',
  ].map((issuedAt) => ({ issuedAt })),
  { expirationTime: '2026-11-21T11:00:00Z' },
  { notBefore: '2026-11-21T09:00:00Z' },
  { requestId: 'request-1' },
  { requestId: 'A' },
  { resources: [] },
  { requestId: "a.b_c~d!$&'()*+,;=:@%20" },
  { resources: ['https://app.example/a'] },
  { resources: ['ipfs://bafy', 'https://app.example/a?b=c#d', 'urn:recap:eyJhdHQiOnt9fQ'] },
  {
    scheme: 'https',
    statement: 'All of it.',
    expirationTime: '2026-11-21T11:00:00.000Z',
    notBefore: '2026-11-21T09:00:00.000Z',
    requestId: 'r',
    resources: ['https://app.example/a', 'https://app.example/b'],
  },
  { scheme: 'https', domain: 'localhost:4600', uri: 'https://localhost:4600/' },
  { statement: 'Sign in.', resources: ['https://app.example/a'] },
  { requestId: 'r', resources: ['a:b'] },
  { domain: 'app.example:1', uri: 'https://app.example:1' },
  { statement: '-'.repeat(4_000) },
  { expirationTime: '2026-11-21T11:00:00.123456789Z', notBefore: '2026-11-21T10:30:00+02:00' },
  { statement: 'URI: https://evil.example Version: 1' },
]
