import { type authenticate, type PairingOutcome, SignError } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import type { SignInOffer, SiwxRequest } from '../../core/siwx.js'
import { type Network, toNetwork } from '../../protocol/entities/Network.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connectAndSignIn } from './connectAndSignIn.js'

const networks = [1, 10].flatMap((id) => toNetwork(mockNetwork(id)) ?? [])
const solana = networks.map(
  (network): Network => ({
    ...network,
    chainNamespace: 'solana',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  }),
)
const request: SiwxRequest = {
  domain: 'app.example',
  uri: 'https://app.example',
  nonce: 'a1b2c3d4',
  expirationTime: '2026-11-22T00:00:00.000Z',
}

/** What the client is asked, with a wallet that answers `outcome`; the message is made as the client would. */
async function ask(
  outcome: PairingOutcome | Error,
  { offered = networks, make = async () => request }: Options = {},
) {
  const links: string[] = []
  let parameters: unknown
  const client = {
    authenticate(asked: authenticate.Parameters & { readonly message: () => Promise<unknown> }) {
      const approval = asked.message().then(
        (message) => {
          parameters = { chains: asked.chains, message }
          if (outcome instanceof Error) throw outcome
          return outcome
        },
        () => Promise.reject(new SignError('INPUT_INVALID')),
      )
      return { uri: 'wc:link', topic: '', expiresAt: 0, approval, cancel() {} }
    },
  }
  const offer: SignInOffer = { request: make, accept: async () => {} }
  const answer = await connectAndSignIn({
    client: client as never,
    offer,
    networks: offered,
    protocolOf: (namespace) => ({ methods: [], events: [], signsInOnConnect: namespace === 'eip155' }),
    signal: new AbortController().signal,
    onLink: ({ uri }) => links.push(uri),
  })
  return { answer, links, parameters }
}

type Options = {
  readonly offered?: readonly Network[]
  readonly make?: () => Promise<SiwxRequest>
}

test('asks for a message on every chain, and each signed one becomes a session', async () => {
  const cacao = { h: { t: 'caip122' }, p: { iss: '' } as never, s: { t: 'eip191', s: '0x51' } }
  const auth = {
    cacao,
    message: 'text',
    address: '0xabc',
    chainId: 'eip155:10',
    signature: '0x51',
    type: 'eip191',
  }
  const { answer, links, parameters } = await ask({ auths: [auth] })
  expect(links).toEqual(['wc:link'])
  const { expirationTime: _, ...rest } = request
  expect(parameters).toEqual({
    chains: ['eip155:1', 'eip155:10'],
    message: { ...rest, expiresAt: Date.UTC(2026, 10, 22), notBeforeAt: undefined },
  })
  expect(answer?.signed).toEqual([
    {
      data: { accountAddress: '0xabc', chainId: 'eip155:10' },
      message: 'text',
      signature: '0x51',
      cacao,
    },
  ])
})

test('a wallet that only connects signs nothing', async () => {
  expect((await ask({})).answer).toEqual({ session: undefined, signed: [] })
})

test('does not ask for networks of other families', async () => {
  const { answer, links } = await ask({}, { offered: [...networks, ...solana] })
  expect(answer).toBeUndefined()
  expect(links).toEqual([])
})

test('without a message to sign, the caller asks for a session only', async () => {
  expect((await ask({}, { make: () => Promise.reject(new Error('500')) })).answer).toBeUndefined()
})

test("throws the wallet's refusal", async () => {
  await expect(ask(new SignError('USER_REJECTED'))).rejects.toMatchObject({ code: 'USER_REJECTED' })
})
