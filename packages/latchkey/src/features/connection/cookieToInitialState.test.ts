import { expect, test, vi } from 'vitest'
import { cookieStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { startLater } from '../startLater.js'
import { connect } from './connect.js'
import { cookieToInitialState } from './cookieToInitialState.js'
import { disconnect } from './disconnect.js'

const header = (accounts: unknown) =>
  `session=secret; latchkey.accounts=${encodeURIComponent(JSON.stringify({ v: 1, d: accounts }))}`

test('tells the accounts, shortened, and no other cookie', () => {
  expect(cookieToInitialState(header({ eip155: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }))).toEqual({
    connection: {
      status: { eip155: 'connecting' },
      known: { eip155: '0xd8dA…A96045' },
    },
  })
})

test.each([undefined, null, '', 'a=b', 'latchkey.accounts=%7B', 'latchkey.accounts=%'])(
  'nothing that can be read in %j',
  (cookies) => expect(cookieToInitialState(cookies)).toBeUndefined(),
)

test('what a wallet connects is kept for the server, and forgotten when it disconnects', async () => {
  const jar = new Map<string, string>()
  const storage = {
    ...cookieStorage(''),
    getItem: (name: string) => jar.get(name) ?? null,
    setItem: (name: string, value: string) => void jar.set(name, value),
    removeItem: (name: string) => void jar.delete(name),
  }
  const kit = createTestKit({
    storage,
    connectors: [mockConnector({ id: 'wallet' }, { connect: () => mockSession() })],
  })
  startLater(kit)
  await vi.dynamicImportSettled()
  await connect(kit, { connectorId: 'wallet' })
  expect(JSON.parse(jar.get('latchkey.accounts') ?? '')).toMatchObject({ d: { eip155: expect.any(String) } })
  await disconnect(kit)
  expect(jar.has('latchkey.accounts')).toBe(false)
})
