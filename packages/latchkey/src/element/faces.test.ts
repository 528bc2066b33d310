import { expect, test } from 'vitest'
import { connect } from '../features/connection/connect.js'
import { createTestKit } from '../testing/createTestKit.js'
import { mockAdapter } from '../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../testing/mockConnector.js'
import { mockNetwork } from '../testing/mockNetwork.js'
import { accountFace } from './faces.js'

test("a family's account button asks for another network only if the family's own is not offered", async () => {
  const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', caipNetworkId: 'solana:main' })
  const bob = 'Bob1111111111111111111111111111111111111111'
  const other = mockConnector(
    { id: 'solana', namespaces: ['solana'] },
    {
      connect: () => ({
        namespaces: { solana: { addresses: [bob], networkId: 'solana:main', approvedNetworkIds: 'all' } },
      }),
    },
  )
  const kit = createTestKit({
    connectors: [other, mockConnector({}, { connect: () => mockSession(undefined, 424242) })],
    networks: [mockNetwork(1), solana],
    adapters: [mockAdapter(), mockAdapter({ namespace: 'solana' })],
  })
  await connect(kit, { connectorId: 'solana' })
  await connect(kit, { connectorId: 'mock', networkId: 'eip155:1' })
  const face = (namespace: string) => accountFace(kit.store.getState(), kit, { namespace })
  expect(face('solana')).toMatchObject({ label: expect.stringMatching(/^Account Bob/) })
  const unsupported = { view: { name: 'UnsupportedChain' }, namespace: 'eip155' }
  expect(face('eip155')).toMatchObject({ isWarning: true, opens: unsupported })
})
