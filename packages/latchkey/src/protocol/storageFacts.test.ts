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

/** A storage with a value under every name of the table, and a kit with it that is connected and signed in. */
async function setUp() {
  vi.stubGlobal('location', new URL('https://tidepool.example/'))
  const backend = memoryStorage()
  for (const { name, version } of rows) {
    const d = name === 'latchkey.shownCode' ? 1 : []
    backend.setItem(name, JSON.stringify({ v: version, d }))
  }
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

test('a disconnection deletes the items whose rows say so, and no others', async () => {
  const { kit, left } = await setUp()
  expect(left()).toEqual(rows.map(({ name }) => name).sort())
  await disconnect(kit)
  // Signing in without a server has no tokens; `serverSiwx` deletes its own.
  const stays = ({ name, goesWith }: (typeof rows)[number]) =>
    goesWith !== 'last disconnection' && name !== 'latchkey.siwx'
  expect(left()).toEqual(
    rows
      .filter(stays)
      .map(({ name }) => name)
      .sort(),
  )
})

test.each(siwxItems)(
  'a secret that cannot be read is deleted, and not copied to quarantine: $name',
  (item) => {
    const backend = memoryStorage()
    backend.setItem(item.name, 'once a token')
    expect(createStorage(backend).read(item)).toBeUndefined()
    expect(backend.getItem(item.name)).toBeNull()
    expect(backend.getItem('latchkey.quarantine')).toBeNull()
  },
)

test('the protocol’s client stores the items of its rows, and after a session only its identity', async () => {
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
