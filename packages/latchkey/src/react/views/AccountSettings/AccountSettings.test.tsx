import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { openModal } from '../../../features/modal/openModal.js'
import type { View } from '../../../features/modal/screens.js'
import { ticketItem } from '../../../protocol/embeddedItems.js'
import { FrameFailure } from '../../../testing/frame/driveFrame.js'
import { alice } from '../../../testing/frame/embeddedKit.js'
import type { FrameScript } from '../../../testing/frame/scriptedFrameClient.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { patience } from '../../testing/draw.js'
import { clearEmbedded, drawEmbedded } from '../../testing/drawEmbedded.js'

afterEach(clearEmbedded)

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const user = (change: object) => ({
  ...{ address: alice, chainId: 'eip155:1', email: 'alice@tidepool.example', preferredAccountType: 'eoa' },
  ...{ custody: 'self', isBackedUp: true, accounts: [{ type: 'eoa', address: alice }], ...change },
})

/** Connects, and opens a screen. */
async function setUp(
  script: FrameScript = {},
  view: View = { name: 'AccountSettings' },
  storage = memoryStorage(),
) {
  const made = drawEmbedded({
    script,
    view: false,
    config: {
      storage,
      adapters: [mockAdapter({ getBalance: async () => ({ amount: '1', symbol: 'ETH' }) as never })],
    },
  })
  await connect(made.kit, { connectorId: 'latchkey.embedded' })
  openModal(made.kit, { view })
  return made
}

describe('account settings', () => {
  test('lead to the wallet’s own surface for what concerns its keys', async () => {
    let leave = () => {}
    const made = await setUp({
      OPEN_VIEW: () => {
        made.frame.emit('SURFACE', { isNeeded: true, view: 'view' })
        return new Promise<void>((resolve) => {
          leave = resolve
        })
      },
    })
    for (const [name, view] of [
      ['Ways in and security', 'security'],
      ['Devices', 'devices'],
      ['Export wallet', 'export'],
      ['Delete wallet', 'delete'],
    ] as const) {
      await button(name).click()
      await vi.waitFor(
        () => expect(made.stack()).toEqual(['AccountSettings', 'ApproveTransaction']),
        patience,
      )
      expect(made.frame.asked('OPEN_VIEW').at(-1)).toEqual({ view })
      made.frame.emit('SURFACE', { isNeeded: false })
      leave()
      await vi.waitFor(() => expect(made.stack()).toEqual(['AccountSettings']), patience)
      await expect.element(button(name), patience).toBeVisible()
    }
  })

  test('say who can open the wallet, and that only this device does so far', async () => {
    await setUp({ GET_USER: user({ isBackedUp: false, custody: 'convenience' }) })
    await expect.element(page.getByText('Whoever runs this wallet can open it too.'), patience).toBeVisible()
    await expect.element(page.getByText('So far only this device opens your wallet.')).toBeVisible()
  })

  test('switch between a smart account and a plain one, where the network has them', async () => {
    let type = 'eoa'
    const made = await setUp({
      GET_USER: () => user({ preferredAccountType: type }),
      SET_PREFERRED_ACCOUNT: (payload: { readonly type: string }) => {
        type = payload.type
        return { type, address: alice }
      },
    })
    await button('Switch to your smart account').click()
    await expect.element(button('Switch to your EOA'), patience).toBeVisible()
    expect(made.frame.asked('SET_PREFERRED_ACCOUNT')).toEqual([{ type: 'smartAccount' }])
    // The preference counts from then on.
    expect(made.frame.asked('GET_USER').at(-1)).toEqual({
      ...{ chainId: 'eip155:1', preferredAccountType: 'smartAccount' },
    })
    expect(made.events).toContainEqual({
      ...{ type: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: 'smartAccount', network: 'eip155:1' },
    })
    expect(made.stack()).toEqual(['AccountSettings'])
  })

  test('offer no smart account where the network has none', async () => {
    await setUp({ GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [10] } })
    await expect.element(button('Devices'), patience).toBeVisible()
    expect(button('Switch to your smart account').query()).toBeNull()
  })

  test('disconnect', async () => {
    const made = await setUp()
    await button('Disconnect').click()
    await vi.waitFor(() => expect(made.frame.asked('SIGN_OUT')).toHaveLength(1), patience)
    expect(made.kit.store.getState().embedded?.user).toBeUndefined()
  })
})

describe('the e-mail address', () => {
  const steps: FrameScript = {
    UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
    UPDATE_EMAIL_PRIMARY_OTP: undefined,
    UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'alice@driftwood.example' },
  }
  const field = () => page.getByRole('textbox', { name: 'Email', exact: true })

  test('changes after a code to each of both', async () => {
    const made = await setUp(steps)
    await button(/alice@tidepool\.example/).click()
    await expect.element(field(), patience).toHaveValue('alice@tidepool.example')
    await expect.element(button('Save')).toBeDisabled()
    await field().fill('alice@driftwood.example')
    await button('Save').click()
    await expect.element(heading('Confirm current email'), patience).toBeVisible()
    await expect.element(page.getByText('alice@tidepool.example')).toBeVisible()
    await page.getByRole('textbox').fill('111111')
    await expect.element(heading('Confirm new email'), patience).toBeVisible()
    await expect.element(page.getByText('alice@driftwood.example')).toBeVisible()
    await page.getByRole('textbox').fill('222222')
    await expect.element(page.getByText('Email changed'), patience).toBeVisible()
    await vi.waitFor(() => expect(made.stack()).toEqual(['Account']), patience)
    await button('Your accounts').click()
    await expect.element(page.getByText(/alice@driftwood\.example/), patience).toBeVisible()
    expect(made.frame.asked('UPDATE_EMAIL')).toEqual([{ email: 'alice@driftwood.example' }])
    expect(made.frame.asked('UPDATE_EMAIL_PRIMARY_OTP')).toEqual([{ otp: '111111' }])
    expect(made.frame.asked('UPDATE_EMAIL_SECONDARY_OTP')).toEqual([{ otp: '222222' }])
  })

  test('of another wallet is refused', async () => {
    await setUp({
      UPDATE_EMAIL() {
        throw new FrameFailure('login_other')
      },
    })
    await button(/alice@tidepool\.example/).click()
    await expect.element(field(), patience).toBeVisible()
    await field().fill('bob@driftwood.example')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByText('This address belongs to a wallet that logs in another way'), patience)
      .toBeVisible()
  })

  test('going back gives the change up', async () => {
    const made = await setUp(steps)
    await button(/alice@tidepool\.example/).click()
    await expect.element(field(), patience).toBeVisible()
    await field().fill('alice@driftwood.example')
    await button('Save').click()
    await expect.element(heading('Confirm current email'), patience).toBeVisible()
    await button('Back').click()
    await button('Back').click()
    await vi.waitFor(() => expect(made.kit.store.getState().embedded?.emailChange).toBeUndefined(), patience)
  })
})

describe('the account screen', () => {
  test('leads to the profile, and from there to the settings', async () => {
    const made = await setUp({}, { name: 'Account' })
    await button('Your accounts').click()
    await expect.element(heading('Profile'), patience).toBeVisible()
    await expect.element(page.getByText('alice@tidepool.example')).toBeVisible()
    await button('Account settings').click()
    await expect.element(heading('Account settings'), patience).toBeVisible()
    expect(made.stack()).toEqual(['Account', 'Profile', 'AccountSettings'])
  })
})

describe('receiving', () => {
  test('asks for a second way in first, and shows the address once there is one', async () => {
    let isBackedUp = false
    const made = await setUp(
      {
        GET_USER: () => user({ isBackedUp }),
        OPEN_VIEW: () => {
          isBackedUp = true
          made.frame.emit('USER_CHANGED', user({ isBackedUp }) as never)
        },
      },
      { name: 'WalletReceive' },
    )
    await expect.element(page.getByText('Add a second way in first'), patience).toBeVisible()
    expect(page.getByText(/A96045/).query()).toBeNull()
    await button('Add a way in').click()
    await expect.element(page.getByText(/A96045/).first(), patience).toBeVisible()
    expect(made.frame.asked('OPEN_VIEW')).toEqual([{ view: 'backup' }])
  })
})

describe('the next page', () => {
  test('finds the session again, with the ticket that the frame gave; and not after it has ended', async () => {
    const storage = memoryStorage()
    const first = await setUp({}, { name: 'Account' }, storage)
    first.frame.emit('SESSION_UPDATE', { token: 'ticket-1' })
    await vi.waitFor(() => expect(first.kit.storage.read(ticketItem)).toBe('ticket-1'), patience)
    clearEmbedded()
    const second = drawEmbedded({ view: false, config: { storage } })
    const connections = () => second.kit.store.getState().connection.connections
    await vi.waitFor(() => expect(connections()['latchkey.embedded']).toBeDefined(), patience)
    expect(second.frame.asked('IS_CONNECTED')).toEqual([{ token: 'ticket-1' }])
    second.frame.emit('SIGNED_OUT', {})
    await vi.waitFor(() => expect(connections()).toEqual({}), patience)
    expect(second.kit.storage.read(ticketItem)).toBeUndefined()
    clearEmbedded()
    const third = drawEmbedded({ view: false, config: { storage } })
    await third.pass(1_000)
    expect(third.frame.told).toEqual([])
  })
})
