import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { initialIntentState, type Tracked } from '../../core/intent.js'
import { update } from '../../features/Kit.js'
import { resetView } from '../../features/modal/navigate.js'
import { openModal } from '../../features/modal/openModal.js'
import { sendKit } from '../../testing/sendKit.js'
import { deadTime } from '../styles/timings.js'
import { clear, draw, patience } from '../testing/draw.js'

afterEach(clear)

const strip = page.getByRole('button', { name: 'Waiting for Oak' })
const asked = (id: string, kind: 'message' | 'signIn' | 'request'): Tracked => ({
  intent: {
    id,
    kind,
    networkId: 'eip155:1',
    account: '0x1',
    connectorId: 'mock',
    wallet: 'Oak',
    madeAt: 1,
  },
  status: 'asked',
})

async function setUp(...open: readonly Tracked[]) {
  const { kit } = await sendKit()
  update(kit, 'intent', (state = initialIntentState) => ({ ...state, open }))
  openModal(kit, { view: { name: 'WalletReceive' } })
  draw(kit)
  return { kit, left: () => kit.store.getState().intent?.open }
}

test.each([
  ['message', 'Wallet request'],
  ['signIn', 'Sign in'],
  ['request', 'Wallet request'],
] as const)('a %s that hangs is seen, looked at, and given up', async (kind, title) => {
  const { kit, left } = await setUp(asked('one', kind))
  await expect.element(strip, patience).toBeVisible()
  await strip.click()
  await expect.element(page.getByRole('heading', { name: title }), patience).toBeVisible()
  await expect.element(strip).not.toBeInTheDocument()
  const stop = page.getByRole('button', { name: 'Stop waiting' })
  await expect.element(stop).toBeVisible()
  await kit.clock.advance(deadTime)
  // The second press of a double click would confirm a text that the visitor has not read.
  await stop.dblClick()
  await expect
    .element(page.getByText(/Your wallet may still show|takes nothing back|not cancel/))
    .toBeVisible()
  expect(left()).toHaveLength(1)
  await kit.clock.advance(deadTime)
  await stop.click()
  expect(left()).toEqual([])
})

test('a screen hides the request that it shows itself, and no other', async () => {
  const { kit } = await setUp(asked('one', 'message'), asked('two', 'signIn'))
  await expect.element(strip, patience).toBeVisible()
  resetView(kit, { name: 'WalletSendStatus', parameters: { id: 'two' } })
  await expect.element(page.getByRole('button', { name: 'Stop waiting' }), patience).toBeVisible()
  await expect.element(strip).toBeVisible()
  await strip.click()
  expect(kit.store.getState().modal.stack.at(-1)).toMatchObject({ parameters: { id: 'one' } })
})
