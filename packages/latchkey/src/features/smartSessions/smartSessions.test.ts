import { afterEach, expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import { fetchSmartSessions } from './fetchSmartSessions.js'
import { revokeSmartSession } from './revokeSmartSession.js'

const session = {
  pci: 'harbour-1',
  project: { id: 'p', name: 'Harbour' },
  expiry: 2_000_000_000,
  createdAt: 1_700_000_000,
  permissions: [],
  policies: [],
  context: '0x',
}

afterEach(() => vi.unstubAllGlobals())

test('gives the permissions of the connected account, by its CAIP-10 id', async () => {
  const { kit, asked } = await accountKit({ '/sessions': () => Response.json({ pcis: [session] }) })
  expect(await fetchSmartSessions(kit)).toEqual([session])
  expect(asked.map(({ pathname }) => decodeURIComponent(pathname))).toEqual([
    `/v1/sessions/eip155:1:${alice}`,
  ])
})

test('a chain that no service answers for: none, and nobody is asked', async () => {
  const { kit, asked } = await accountKit({ '/sessions': () => Response.json({}) }, { chainId: 10 })
  expect(await fetchSmartSessions(kit)).toEqual([])
  expect(asked).toEqual([])
})

test('a script link in a permission is dropped; an answer that is not a list is refused', async () => {
  const answers = [
    { pcis: [{ ...session, project: { ...session.project, url: 'javascript:0' } }] },
    { pcis: {} },
  ]
  const { kit } = await accountKit({ '/sessions': () => Response.json(answers.shift()) })
  expect((await fetchSmartSessions(kit))[0]?.project.url).toBeUndefined()
  await expect(fetchSmartSessions(kit)).rejects.toMatchObject({ code: 'SERVICE_ANSWER_INVALID' })
})

async function revoking(sign: () => unknown) {
  const sent: { readonly path: string; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    sent.push({ path: decodeURIComponent(new URL(address).pathname), body: JSON.parse(String(body)) })
    return Response.json({ pci: 'harbour-1', revokedAt: 1_800_000_000 })
  })
  const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice], personal_sign: sign })
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const services = { blockchain: 'https://chain.example' }
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()], services })
  await connect(kit, { connectorId: 'mock' })
  return { sent, provider, revoke: () => revokeSmartSession(kit, { pci: 'harbour-1' }) }
}

test('revokes a permission with the account’s signature', async () => {
  const signature = `0x${'ab'.repeat(65)}`
  const { sent, provider, revoke } = await revoking(() => signature)
  expect(await revoke()).toEqual({ revokedAt: 1_800_000_000 })
  const text = Buffer.from('Revoke session harbour-1').toString('hex')
  expect(provider.requests.at(-1)?.params).toEqual([`0x${text}`, alice])
  expect(sent).toEqual([
    { path: `/v1/sessions/eip155:1:${alice}/revoke`, body: { pci: 'harbour-1', signature } },
  ])
})

test('the account declines: nothing is sent', async () => {
  const { sent, revoke } = await revoking(() => {
    throw { code: 4001 }
  })
  await expect(revoke()).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  expect(sent).toEqual([])
})

test('error: NOT_CONNECTED', async () => {
  const kit = createTestKit()
  await expect(fetchSmartSessions(kit)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(revokeSmartSession(kit, { pci: 'a' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})
