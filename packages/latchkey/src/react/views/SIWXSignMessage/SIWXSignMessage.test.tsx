import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SiwxConfig } from '../../../core/siwx.js'
import { signInOffer } from '../../../core/siwx.js'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { update } from '../../../features/Kit.js'
import { openModal } from '../../../features/modal/openModal.js'
import { localSiwx } from '../../../features/siwx/localSiwx.js'
import { walletError } from '../../../protocol/walletErrors.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(() => {
  clear()
  vi.restoreAllMocks()
})

type Setup = {
  readonly siwx?: Partial<SiwxConfig>
  readonly isRequired?: boolean
  readonly signMessage?: () => Promise<string>
}

/** The modal of a visitor who has just connected a wallet to a host that wants a sign-in. */
async function setUp({ siwx = {}, isRequired = true, signMessage = async () => '0x51' }: Setup = {}) {
  const wallet = mockConnector({}, { connect: () => mockSession(), provider: {} })
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [mockAdapter({ signMessage })],
    metadata: { name: 'Tidepool', description: '', url: 'https://app.example', icons: [] },
    siwx: { ...localSiwx({ storage: memoryStorage(), required: isRequired }), ...siwx },
  })
  draw(kit)
  await vi.waitFor(() => expect(kit.slots.get(signInOffer)).toBeDefined())
  openModal(kit)
  await expect.element(dialog(), patience).toBeVisible()
  await connect(kit, { connectorId: 'mock' })
  return kit
}

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('SIWXSignMessage', () => {
  test('says who asks and why; signing closes it', async () => {
    const complaint = vi.spyOn(console, 'error')
    const kit = await setUp()
    await expect.element(page.getByText('Tidepool needs to connect to your wallet'), patience).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
    await expect.element(page.getByText(/disconnect/)).toBeVisible()
    await button('Sign').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(kit.store.getState().siwx.status).toBe('signedIn')
    expect(complaint).not.toHaveBeenCalled()
  })

  test('while the wallet is asked it cannot be asked again', async () => {
    let answer = (_: string) => {}
    const prompt = new Promise<string>((resolve) => {
      answer = resolve
    })
    const signMessage = vi.fn(() => prompt)
    await setUp({ signMessage })
    await button('Sign').click(patience)
    await expect.element(button('Signing…')).toBeDisabled()
    await expect.element(button('Cancel')).toBeEnabled()
    answer('0x51')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(signMessage).toHaveBeenCalledOnce()
  })

  test('declined: says so, and may be tried again', async () => {
    const rejection = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } })
    const signMessage = vi.fn(async () => '0x51').mockRejectedValueOnce(rejection)
    await setUp({ signMessage })
    await button('Sign').click(patience)
    await expect.element(page.getByText('Signature declined').first()).toBeVisible()
    await button('Sign').click()
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  test('a smart account is refused: says that it may be for that', async () => {
    await setUp({
      siwx: { addSession: () => Promise.reject(new Error('refused')) },
      signMessage: async () => `0x${'51'.repeat(200)}`,
    })
    await button('Sign').click(patience)
    await expect
      .element(page.getByText('This application might not support Smart Accounts').first())
      .toBeVisible()
    await expect.element(button('Sign')).toBeEnabled()
  })

  test('required: escape shakes it, cancelling disconnects', async () => {
    const kit = await setUp()
    await expect.element(button('Sign'), patience).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(kit.store.getState().modal).toMatchObject({ isOpen: true, isShaking: true })
    await expect.element(button('Sign')).toBeVisible()
    await button('Cancel').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(kit.store.getState().connection.connections).toEqual({})
  })

  test('optional: escape leaves the account connected', async () => {
    const kit = await setUp({ isRequired: false })
    await expect.element(button('Sign'), patience).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(kit.store.getState()).toMatchObject({
      siwx: { status: 'signedOut' },
      connection: { status: { eip155: 'connected' } },
    })
  })
})

describe('ConnectingSiwe', () => {
  test('shows while the session is looked up, and closes by itself', async () => {
    let answer = () => {}
    const looked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const kit = await setUp({
      siwx: {
        async getSessions(chainId, accountAddress) {
          await looked
          return [{ data: { chainId, accountAddress }, message: '', signature: '' }]
        },
      },
    })
    await expect.element(page.getByText('Checking your sign-in'), patience).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
    answer()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(kit.store.getState().siwx.status).toBe('signedIn')
  })

  test('opened by the host once it is known that nobody is signed in: asks at once', async () => {
    const kit = await setUp({ isRequired: false })
    await button('Cancel').click(patience)
    await expect.element(dialog()).not.toBeInTheDocument()
    openModal(kit, { view: { name: 'ConnectingSiwe' } })
    await expect.element(button('Sign'), patience).toBeVisible()
  })

  test('nobody can say: back to Connect, with the reason', async () => {
    await setUp({ siwx: { getSessions: () => Promise.reject(new Error('500')) } })
    await expect
      .element(page.getByText('A problem occurred while trying initialize authentication').first(), patience)
      .toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: /Connect/ })).toBeVisible()
  })
})

test('the way to the wallet breaks while it is waited for: the visitor is told, until it is mended', async () => {
  const kit = await setUp({ signMessage: () => new Promise(() => {}) })
  await button('Sign').click()
  const trouble = page.getByRole('alert')
  update(kit, 'connection', (state) => ({ ...state, trouble: { mock: { code: 'RELAY_UNREACHABLE' } } }))
  await expect
    .element(trouble, patience)
    .toHaveTextContent('The connection to your wallet is down. It is restored by itself.')
  update(kit, 'connection', (state) => ({ ...state, trouble: {} }))
  await expect.element(trouble).not.toBeInTheDocument()
})
