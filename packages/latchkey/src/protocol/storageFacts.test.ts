import { afterEach, expect, test, vi } from 'vitest'
import { createTestStorage, createWorld } from '../../../sign-client/src/testing/clients.js'
import { createStorage } from '../core/storage.js'
import { memoryStorage } from '../core/storageBackends.js'
import { connect } from '../features/connection/connect.js'
import { disconnect } from '../features/connection/disconnect.js'
import { localSiwx } from '../features/siwx/localSiwx.js'
import { siwxItems } from '../features/siwx/storedItems.js'
import { createTestKit } from '../testing/createTestKit.js'
import { mockConnector, mockSession } from '../testing/mockConnector.js'
import { type StorageFact, signClientStorageFacts, storageFacts } from './storageFacts.js'

afterEach(() => vi.unstubAllGlobals())

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const rows = Object.entries<StorageFact>(storageFacts).map(([name, fact]) => ({
  name: name.replace('{namespace}', 'eip155'),
  ...fact,
}))

/** A storage that has something under every name of the table, and a kit on it that is connected and signed in. */
async function setUp() {
  vi.stubGlobal('location', new URL('https://tidepool.example/'))
  const backend = memoryStorage()
  for (const { name, version } of rows) backend.setItem(name, JSON.stringify({ v: version, d: [] }))
  const written = new Set(rows.map(({ name }) => name))
  const storage = { ...backend, isSentToServer: true }
  const siwx = localSiwx({ storage, required: false })
  const wallet = mockConnector({}, { connect: () => mockSession([alice]) })
  const kit = createTestKit({ connectors: [wallet], storage, siwx })
  kit.start()
  await vi.dynamicImportSettled()
  await connect(kit, { connectorId: 'mock' })
  await siwx.setSessions([
    {
      data: { accountAddress: alice, chainId: 'eip155:1', toString: () => 'x' },
      message: 'x',
      signature: '0x',
    } as never,
  ])
  const left = () => [...written].filter((name) => backend.getItem(name) !== null).sort()
  return { kit, left }
}

test('a disconnection takes away what its row says, and nothing else', async () => {
  const { kit, left } = await setUp()
  expect(left()).toEqual(rows.map(({ name }) => name).sort())
  await disconnect(kit)
  // Who signs in without a server has no tokens; `serverSiwx` takes them away itself.
  const stays = ({ name, goesWith }: (typeof rows)[number]) =>
    goesWith !== 'last disconnection' && name !== 'latchkey.siwx'
  expect(left()).toEqual(
    rows
      .filter(stays)
      .map(({ name }) => name)
      .sort(),
  )
})

test.each(siwxItems)('a secret that cannot be read is taken away, and not put aside: $name', (item) => {
  const backend = memoryStorage()
  backend.setItem(item.name, 'once a token')
  expect(createStorage(backend).read(item)).toBeUndefined()
  expect(backend.getItem(item.name)).toBeNull()
  expect(backend.getItem('latchkey.quarantine')).toBeNull()
})

test('the protocol’s client keeps what its rows say, and after a session only who it is', async () => {
  const world = createWorld()
  const storage = createTestStorage()
  const { app, session } = await world.connected({ app: { storage } })
  const names = () =>
    [...storage.entries.keys()].map((name) => name.replace(/[0-9a-f]{64}/, '{topic}')).sort()
  const expected = (wanted: (fact: StorageFact) => boolean) =>
    Object.entries<StorageFact>(signClientStorageFacts)
      .filter(([name, fact]) => wanted(fact) && !name.endsWith('quarantine'))
      .map(([name]) => name)
      .sort()
  expect(names()).toEqual(expected(() => true))
  await app.disconnect({ topic: session.topic })
  expect(names()).toEqual(expected(({ goesWith }) => goesWith === 'nothing'))
  await world.close()
})
