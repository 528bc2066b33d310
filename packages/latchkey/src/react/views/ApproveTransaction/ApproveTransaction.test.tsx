import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eip155 } from '../../../adapters/eip155/eip155.js'
import { connect } from '../../../features/connection/connect.js'
import { getProvider } from '../../../features/intent/getProvider.js'
import { beginTransaction } from '../../../features/modal/navigate.js'
import { openModal } from '../../../features/modal/openModal.js'
import { alice } from '../../../testing/frame/embeddedKit.js'
import type { FrameScript } from '../../../testing/frame/scriptedFrameClient.js'
import { deepActiveElement } from '../../modal/useFocusScope.js'
import { patience } from '../../testing/draw.js'
import { clearEmbedded, drawEmbedded, type Embedded } from '../../testing/drawEmbedded.js'

beforeEach(() => page.viewport(1000, 800))
afterEach(async () => {
  clearEmbedded()
  await page.viewport(414, 896)
})

const signature = `0x${'5a'.repeat(65)}`
const iframe = () => document.querySelector('#latchkey-frame') as HTMLIFrameElement
const root = () => document.querySelector('[data-latchkey="modal"]')?.shadowRoot
const dialog = () => root()?.querySelector('.dialog') as HTMLElement
const isShown = () => vi.waitFor(() => expect(getComputedStyle(iframe()).display).toBe('block'), patience)
const isHidden = () => vi.waitFor(() => expect(getComputedStyle(iframe()).display).toBe('none'), patience)
/** Waits until the dialog's animation has ended, and the frame lies still. */
async function isStill() {
  await isShown()
  let before = ''
  await vi.waitFor(async () => {
    const place = JSON.stringify(iframe().getBoundingClientRect())
    const was = before
    before = place
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(place).toBe(was)
  }, patience)
}

type Provider = { request(asked: { readonly method: string; readonly params?: unknown }): Promise<unknown> }

/** Connects, and asks for a signature of the host's; the frame asks its visitor on its surface. */
async function ask(script: FrameScript = {}, config: Parameters<typeof drawEmbedded>[0] = {}) {
  const made = drawEmbedded({
    view: false,
    ...config,
    config: { adapters: [eip155()], ...config.config },
    script: {
      RPC_REQUEST: async () => {
        made.frame.emit('SURFACE', { isNeeded: true, view: 'approve' })
        await made.frame.pressed('Approve')
        made.frame.emit('SURFACE', { isNeeded: false })
        return signature
      },
      ...script,
    },
  })
  await connect(made.kit, { connectorId: 'latchkey.embedded' })
  const provider = (await getProvider(made.kit, { namespace: 'eip155' })) as Provider
  const sign = () => provider.request({ method: 'personal_sign', params: ['0x68656c6c6f', alice] })
  return { ...made, sign }
}

const isOpenOn = ({ kit }: Embedded, name: string) =>
  vi
    .waitFor(() => expect(kit.store.getState().modal).toMatchObject({ isOpen: true }), patience)
    .then(() => expect(kit.store.getState().modal.stack.at(-1)?.name).toBe(name))

describe('where the frame lies', () => {
  test('360 × 600 below the header, in the middle; and it goes once the visitor has answered', async () => {
    const made = await ask()
    const signed = made.sign()
    await isOpenOn(made, 'ApproveTransaction')
    await isStill()
    const { top, left, width, height, bottom } = iframe().getBoundingClientRect()
    const outer = dialog().getBoundingClientRect()
    const header = root()?.querySelector('.header')?.getBoundingClientRect()
    expect({ width, height }).toEqual({ width: 360, height: 600 })
    expect(left).toBe(320)
    expect(Math.round(top)).toBe(Math.round(header?.bottom ?? 0))
    expect(Math.round(bottom)).toBe(Math.round(outer.bottom))
    expect(iframe().style.zIndex).toBe('999999')
    expect(document.elementFromPoint(500, 400)).toBe(iframe())
    await expect.element(page.getByRole('heading', { name: 'Approve transaction' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(await signed).toBe(signature)
    await isHidden()
    expect(made.kit.store.getState().modal.isOpen).toBe(false)
    expect(made.frame.asked('RPC_REQUEST')).toEqual([
      { method: 'personal_sign', params: ['0x68656c6c6f', alice], chainId: 'eip155:1' },
    ])
  })

  test('the whole width at the bottom of a phone; it follows the window', async () => {
    await page.viewport(390, 844)
    const made = await ask()
    made.sign().catch(() => {})
    await isOpenOn(made, 'ApproveTransaction')
    await isStill()
    const place = iframe().getBoundingClientRect()
    expect({ left: place.left, width: place.width, bottom: place.bottom, height: place.height }).toEqual({
      ...{ left: 0, width: 390, bottom: 844, height: 600 },
    })
    await page.viewport(700, 500)
    await vi.waitFor(() => expect(iframe().getBoundingClientRect().width).toBe(360), patience)
    await isStill()
    const smaller = iframe().getBoundingClientRect()
    expect(smaller.bottom).toBeLessThanOrEqual(500)
    expect(smaller.height).toBeGreaterThan(350)
  })

  test('in a page whose body is transformed', async () => {
    document.body.style.transform = 'translateX(40px)'
    const made = await ask()
    made.sign().catch(() => {})
    await isOpenOn(made, 'ApproveTransaction')
    await isStill()
    const area = root()?.querySelector('.surface')?.getBoundingClientRect()
    const place = iframe().getBoundingClientRect()
    document.body.style.transform = ''
    expect(Math.round(place.left)).toBe(Math.round(area?.left ?? 0))
    expect(Math.round(place.top)).toBe(Math.round(area?.top ?? 0))
  })

  test('the wallet asks by itself, without a request', async () => {
    const made = await ask()
    made.frame.emit('SURFACE', { isNeeded: true, view: 'recover' })
    await isOpenOn(made, 'ApproveTransaction')
    // The surface itself says what it asks.
    await expect.element(page.getByRole('heading', { name: 'Wallet', exact: true }), patience).toBeVisible()
    await isShown()
    made.frame.emit('SURFACE', { isNeeded: false })
    await isHidden()
    expect(made.kit.store.getState().modal.isOpen).toBe(false)
  })
})

describe('the keyboard', () => {
  test('goes from the header into the frame and back, on both sides', async () => {
    const made = await ask()
    const signed = made.sign()
    await isStill()
    const isIn = () => vi.waitFor(() => expect(deepActiveElement(document)).toBe(iframe()), patience)
    const isAt = (name: string) =>
      vi.waitFor(() => expect(deepActiveElement(document)?.getAttribute('aria-label')).toBe(name), patience)
    const focuses = () =>
      made.frame.events('SHOWN').map((payload) => (payload as { readonly focus?: string }).focus)
    await isIn()
    expect(focuses()).toEqual(['first'])
    // Approve, Decline, and out of the frame.
    await userEvent.keyboard('{Tab}')
    await userEvent.keyboard('{Tab}')
    await isAt('Close')
    await userEvent.keyboard('{Tab}')
    await isIn()
    await vi.waitFor(() => expect(focuses().at(-1)).toBe('first'), patience)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await isAt('Close')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await isIn()
    await vi.waitFor(() => expect(focuses().at(-1)).toBe('last'), patience)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await userEvent.keyboard('{Enter}')
    expect(await signed).toBe(signature)
  })

  test.each([
    ['right away', 0],
    ['after some seconds', 2_000],
  ])(
    'a host disables its button while it waits: it has the focus again once it can, %s',
    async (_, delay) => {
      const made = await ask({
        RPC_REQUEST: () => {
          // The browser has focused nothing by then.
          setTimeout(() => made.frame.emit('SURFACE', { isNeeded: true, view: 'approve' }), 100)
          return new Promise(() => {})
        },
      })
      const button = document.body.appendChild(document.createElement('button'))
      button.textContent = 'Sign'
      button.onclick = async () => {
        button.disabled = true
        await made.sign().catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, delay))
        button.disabled = false
      }
      button.focus()
      await userEvent.keyboard('{Enter}')
      await isStill()
      await userEvent.keyboard('{Escape}')
      await isHidden()
      await vi.waitFor(() => expect(button.disabled).toBe(false), patience)
      await vi.waitFor(() => expect(deepActiveElement(document)).toBe(button), patience)
    },
  )

  test('Escape in the frame closes the modal, and the request is given up', async () => {
    const made = await ask({
      RPC_REQUEST: () => {
        made.frame.emit('SURFACE', { isNeeded: true, view: 'approve' })
        return new Promise(() => {})
      },
    })
    const signed = made.sign().catch((error: unknown) => error)
    await isStill()
    await userEvent.keyboard('{Escape}')
    await isHidden()
    await vi.waitFor(() => expect(made.frame.cancelled()).toEqual(['RPC_REQUEST']), patience)
    expect(await signed).toMatchObject({ code: 4001, message: 'Request was aborted' })
    expect(made.kit.store.getState().modal.isOpen).toBe(false)
  })
})

describe('screen readers', () => {
  test('reach the frame beside the dialog, and nothing else of the page', async () => {
    const behind = document.createElement('main')
    document.body.append(behind)
    const made = await ask()
    const signed = made.sign()
    await isStill()
    expect(dialog().getAttribute('aria-modal')).toBeNull()
    expect(iframe().title).toBe('Approve transaction')
    expect(page.getByText('Opening your wallet').query()).toBeNull()
    expect(root()?.querySelector('.surface .spinner, .surface [role=status]')).toBeNull()
    expect(iframe().closest('[aria-hidden], [inert]')).toBeNull()
    expect(behind.getAttribute('aria-hidden')).toBe('true')
    await userEvent.keyboard('{Enter}')
    await signed
    await isHidden()
    expect(behind.hasAttribute('aria-hidden')).toBe(false)
  })
})

describe('leaving it', () => {
  const waiting: FrameScript = { RPC_REQUEST: () => new Promise(() => {}) }
  async function askAndWait(config: Parameters<typeof drawEmbedded>[0] = {}) {
    const made = await ask(waiting, config)
    const signed = made.sign().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await vi.waitFor(() => expect(made.frame.asked('RPC_REQUEST')).toHaveLength(1), patience)
    made.frame.emit('SURFACE', { isNeeded: true, view: 'approve' })
    await isStill()
    return { ...made, signed }
  }
  const close = () => page.getByRole('button', { name: 'Close' }).click()

  test('with the close button gives the request up', async () => {
    const made = await askAndWait()
    await close()
    expect(await made.signed).toMatchObject({ error: { code: 4001 } })
    await vi.waitFor(() => expect(made.frame.cancelled()).toEqual(['RPC_REQUEST']), patience)
    expect(made.kit.store.getState().embedded?.surface).toBeUndefined()
  })

  test('within a flow of the host ends the flow as cancelled, and goes where the flow says', async () => {
    const made = await ask(waiting)
    openModal(made.kit, { view: { name: 'Account' } })
    beginTransaction(made.kit, {
      onSuccess: { type: 'close' },
      onCancel: { type: 'return', view: { name: 'Networks' } },
    })
    const signed = made.sign().catch((error: unknown) => error)
    await vi.waitFor(() => expect(made.frame.asked('RPC_REQUEST')).toHaveLength(1), patience)
    made.frame.emit('SURFACE', { isNeeded: true, view: 'approve' })
    await isStill()
    await close()
    await vi.waitFor(() => expect(made.kit.store.getState().modal.transactions).toEqual([]), patience)
    expect(await signed).toMatchObject({ code: 4001 })
    await isHidden()
    expect(made.kit.store.getState().modal).toMatchObject({ isOpen: true, stack: [{ name: 'Networks' }] })
  })

  test('a frame that dies takes the screen with it; the host is told that it does not know', async () => {
    const made = await askAndWait()
    iframe().remove()
    await vi.waitFor(() => expect(made.kit.store.getState().modal.isOpen).toBe(false), patience)
    expect(await made.signed).toMatchObject({ error: expect.anything() })
    expect(made.kit.store.getState().embedded?.surface).toBeUndefined()
  })
})
