import { afterEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
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
    ...(kind === 'request' ? { kind, method: 'personal_sign' } : { kind, message: { text: 'hello' } }),
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

/** Lets the dead time of a button pass. It may begin after the button is visible, so the clock advances until it is over. */
async function passDeadTime({ clock }: Awaited<ReturnType<typeof setUp>>['kit'], button: Locator) {
  const isReady = async () => {
    await clock.advance(deadTime)
    return button.element().getAttribute('aria-disabled') === null
  }
  await expect.poll(isReady, patience).toBe(true)
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
  await passDeadTime(kit, stop)
  // The second press of a double click would confirm a text that the visitor has not read.
  await stop.dblClick()
  await expect
    .element(page.getByText(/Your wallet may still show|takes nothing back|not cancel/))
    .toBeVisible()
  expect(left()).toHaveLength(1)
  await passDeadTime(kit, stop)
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
