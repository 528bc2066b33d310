import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../features/connection/connect.js'
import type { Kit } from '../../features/Kit.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { bob, dollar, sendKit } from '../../testing/sendKit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { useAccounts } from './useAccounts.js'
import { useActivity } from './useActivity.js'
import { useNfts } from './useNfts.js'
import { usePortfolio } from './usePortfolio.js'
import { useSend } from './useSend.js'
import { useWallets } from './useWallets.js'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Records what a hook returns at each render. */
function render<value>(kit: Kit, useIt: () => value) {
  const seen: { current: value | undefined } = { current: undefined }
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <StrictMode>
      <LatchkeyProvider kit={kit}>
        <Probe useIt={useIt} onRender={(value) => (seen.current = value)} />
      </LatchkeyProvider>
    </StrictMode>,
  )
  return {
    get current(): value {
      if (seen.current === undefined) throw new Error('not rendered yet')
      return seen.current
    },
  }
}

function Probe<value>({ useIt, onRender }: Probe.Props<value>): ReactNode {
  onRender(useIt())
  return null
}

declare namespace Probe {
  type Props<value> = { readonly useIt: () => value; readonly onRender: (value: value) => void }
}

const token = {
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  price: 1,
  value: 2,
  quantity: { decimals: '6', numeric: '2' },
  iconUrl: '',
}

test('usePortfolio: asked for once by several, and again by hand', async () => {
  const { kit, asked } = await accountKit({ '/balance': () => Response.json({ balances: [token] }) })
  const hook = render(kit, () => [usePortfolio(), usePortfolio()] as const)
  await vi.waitFor(() => expect(hook.current[1].data).toMatchObject({ status: 'success', tokens: [token] }))
  expect(asked).toHaveLength(1)
  await hook.current[0].refetch()
  expect(asked).toHaveLength(2)
})

test('usePortfolio: a failure is in the data, and by hand it is thrown', async () => {
  const { kit } = await accountKit({ '/balance': () => Response.json({ wrong: true }) })
  const hook = render(kit, usePortfolio)
  await vi.waitFor(() => expect(hook.current.data?.status).toBe('error'))
  await expect(hook.current.refetch()).rejects.toMatchObject({ code: 'TOKEN_BALANCE_UNAVAILABLE' })
})

test('useNfts and useActivity: nothing to list where nobody tells of the chain', async () => {
  const { kit } = await accountKit({}, { chainId: 5 })
  const hook = render(kit, () => ({ nfts: useNfts(), activity: useActivity() }))
  await vi.waitFor(() => expect(hook.current.nfts.data?.status).toBe('unserved'))
  expect(hook.current.nfts.hasMore).toBe(false)
  expect(hook.current.activity.sent).toEqual([])
})

test('useAccounts: every account, and another one by a click', async () => {
  const kit = createTestKit({
    connectors: [mockConnector({}, { connect: () => mockSession([alice, bob]) })],
  })
  await connect(kit, { connectorId: 'mock' })
  const hook = render(kit, useAccounts)
  const addresses = () => hook.current.accounts.map(({ address }) => address)
  await vi.waitFor(() => expect(addresses()).toEqual([alice, bob]))
  hook.current.mutate({ account: { address: bob, namespace: 'eip155' } })
  await vi.waitFor(() => expect(addresses()).toEqual([bob, alice]))
  hook.current.mutate({ account: { address: '0x01', namespace: 'eip155' } })
  await vi.waitFor(() => expect(hook.current.error?.code).toBe('NOT_CONNECTED'))
})

test('useSend: what is typed, what it would do, and sent once', async () => {
  const { kit, transfers, settle } = await sendKit()
  const hook = render(kit, useSend)
  await vi.waitFor(() =>
    expect(hook.current.sendables.map(({ token }) => token.symbol)).toEqual(['ETH', 'USD']),
  )
  expect(hook.current.plan?.fault).toBeDefined()
  hook.current.setToken({ token: `eip155:1:${dollar}` })
  hook.current.setAmount({ amount: '2.5' })
  hook.current.setRecipient({ text: bob })
  await settle()
  await vi.waitFor(() => expect(hook.current.plan).toMatchObject({ fault: undefined, units: 2_500_000n }))
  const sent = await hook.current.mutateAsync()
  expect(sent).toMatchObject({ symbol: 'USD', units: '2500000', to: bob, status: 'pending' })
  expect(transfers.send).toHaveBeenCalledTimes(1)
})

test('useWallets: the wallets of the page in their groups', async () => {
  const kit = createTestKit({ connectors: [mockConnector({})] })
  const hook = render(kit, useWallets)
  await vi.waitFor(() =>
    expect(hook.current.groups).toMatchObject([
      { group: 'injected', choices: [{ type: 'connector', connector: { id: 'mock' } }] },
    ]),
  )
})
