import type { Session } from '@latchkey/sign-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../../sign-client/src/testing/clients.js'
import { settled } from '../../../../sign-client/src/testing/fakeClock.js'
import { walletProtocol } from '../../adapters/eip155/walletProtocol.js'
import { type ConnectorEvent, connectedMeanwhile } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { toNetwork } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { pair } from './pair.js'
import { createSessionInUse } from './sessionInUse.js'

const addresses = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const networks = [1].flatMap((id) => toNetwork(mockNetwork(id)) ?? [])
let world: World
beforeEach(() => {
  world = createWorld()
  return () => world.close()
})

/** An app with a link under way, and a wallet that approves. */
async function openLink() {
  const { clock } = world
  const client = world.app()
  const events = createEmitter<ConnectorEvent>()
  const heard: ConnectorEvent[] = []
  events.subscribe((event) => heard.push(event))
  const adapters = new Map([['eip155', mockAdapter()]])
  const sessionInUse = createSessionInUse({ client, clock, adapters, events, networks: () => networks })
  const link = new AbortController()
  const outcome = pair({
    ...{ client, clock, sessionInUse, events, networks, offer: undefined, signal: link.signal },
    ...{ protocolOf: () => walletProtocol, ownPairings: new Set() },
  }).catch((error: unknown) => error)

  /** Another wallet settles a session, as if in another tab. */
  async function connectElsewhere(): Promise<Session> {
    const { uri, approval } = client.connect({
      namespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
    })
    await approve(uri, addresses[1])
    const session = await approval
    await sessionInUse.adopt(session)
    return session
  }
  async function approve(uri: string, address = addresses[0]) {
    const wallet = world.wallet()
    wallet.on('session_proposal', ({ id }) => {
      const namespaces = {
        eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] },
      }
      wallet.approve({ id, namespaces }).catch(() => {})
    })
    await wallet.start()
    await wallet.pair({ uri })
  }
  await settled()
  const [pairing] = heard
  if (pairing?.type !== 'pairing') throw new Error('there is no link')
  return { client, sessionInUse, heard, link, outcome, connectElsewhere, scan: () => approve(pairing.uri) }
}

/** The accounts of the last session that the kit was told of by an event. */
function toldOf(heard: readonly ConnectorEvent[]) {
  const told = [...heard].reverse().find((event) => event.type === 'session')
  return told?.type === 'session' ? told.session.namespaces.eip155?.addresses : undefined
}

describe('a link that is aborted while its wallet answers', () => {
  test('if another wallet has connected, the newest session stays and is reported', async () => {
    const { client, heard, link, connectElsewhere, scan } = await openLink()
    const other = await connectElsewhere()
    const reason = new KitError('REQUEST_ABORTED', { cause: connectedMeanwhile })
    client.on('session_connect', () => link.abort(reason))
    await world.clock.advance(10)
    await scan()
    await world.clock.advance(1_000)
    expect(client.sessions().map(({ topic }) => topic)).not.toContain(other.topic)
    expect(client.sessions()).toHaveLength(1)
    expect(toldOf(heard)).toEqual([addresses[0]])
  })

  test('if the visitor cancelled, its session ends, and the older one stays in use', async () => {
    const { client, sessionInUse, link, outcome, connectElsewhere, scan } = await openLink()
    const other = await connectElsewhere()
    client.on('session_connect', () => link.abort(new KitError('REQUEST_ABORTED')))
    await world.clock.advance(10)
    await scan()
    await world.clock.advance(1_000)
    expect(await outcome).toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(sessionInUse.session()?.topic).toBe(other.topic)
    expect(client.sessions().map(({ topic }) => topic)).toContain(other.topic)
  })
})
