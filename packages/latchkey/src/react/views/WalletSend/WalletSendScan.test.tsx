import encodeQr from 'qr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentView } from '../../../core/router.js'
import { connect } from '../../../features/connection/connect.js'
import { closeModal } from '../../../features/modal/closeModal.js'
import { pushView } from '../../../features/modal/navigate.js'
import { openModal } from '../../../features/modal/openModal.js'
import { beginSend } from '../../../features/send/editSend.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { clear, draw, patience } from '../../testing/draw.js'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
afterEach(() => {
  clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Renders the scanning screen of a connected visitor with the given camera. */
async function setUp(camera: () => Promise<MediaStream>) {
  const asked = vi.fn(camera)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(asked)
  // Uses the kit's decoder, even if this browser has its own.
  vi.stubGlobal('BarcodeDetector', undefined)
  const wallet = mockConnector({}, { connect: () => mockSession(), provider: {} })
  const kit = createTestKit({ connectors: [wallet], adapters: [mockAdapter({ transfers: vi.fn() })] })
  await connect(kit, { connectorId: 'mock' })
  beginSend(kit)
  openModal(kit, { view: { name: 'WalletSend' } })
  pushView(kit, { name: 'WalletSendScan' })
  draw(kit)
  await expect.element(button('Choose a picture'), patience).toBeVisible()
  return { kit, asked, view: () => currentView(kit.store.getState().modal.stack).name }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const refusing = (name: string) => async () => {
  throw new DOMException('', name)
}

/** Draws a code on a canvas. */
function drawing(text: string): HTMLCanvasElement {
  const rows = encodeQr(text, 'raw', { border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 640, 480)
  context.fillStyle = '#000'
  const size = Math.floor(440 / rows.length)
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(100 + x * size, 20 + y * size, size, size)
  return canvas
}

/** A camera that shows a code, or nothing. A canvas's stream produces frames only while the canvas is drawn on. */
function showing(text?: string) {
  const canvas = text === undefined ? document.createElement('canvas') : drawing(text)
  const context = canvas.getContext('2d')
  const stream = canvas.captureStream()
  const timer = setInterval(() => context?.fillRect(0, 0, 1, 1), 50)
  stream.getTracks()[0]?.addEventListener('ended', () => clearInterval(timer))
  return stream
}

async function choose(file: File) {
  const input = [...document.querySelectorAll('[data-latchkey]')]
    .map((host) => host.shadowRoot?.querySelector<HTMLInputElement>('input[type=file]'))
    .find((found) => found != null)
  if (input == null) throw new Error('there is no file input')
  await userEvent.upload(input, file)
}

const pngOf = (canvas: HTMLCanvasElement) =>
  new Promise<File>((resolve) =>
    canvas.toBlob((blob) => resolve(new File([blob as Blob], 'code.png', { type: 'image/png' }))),
  )

describe('the camera', () => {
  test('goes back with what the code asks for, and is switched off', async () => {
    const streams: MediaStream[] = []
    const { kit, view } = await setUp(async () => {
      const stream = showing(`ethereum:${bob}@1?value=2e15`)
      streams.push(stream)
      return stream
    })
    await vi.waitFor(async () => {
      await kit.clock.advance(250)
      expect(view()).toBe('WalletSend')
    }, patience)
    expect(kit.store.getState().send).toMatchObject({ text: bob, amount: '0.002' })
    await vi.waitFor(() => expect(streams.flatMap(statesOf)).not.toContain('live'))
  })

  test('a code of something else is said to be one, and others are looked for', async () => {
    const { kit, view } = await setUp(async () => showing('https://app.example/menu'))
    await vi.waitFor(async () => {
      await kit.clock.advance(250)
      await expect.element(page.getByText('This code is not that of an address.')).toBeVisible()
    }, patience)
    expect(view()).toBe('WalletSendScan')
    expect(kit.store.getState().send?.text).toBe('')
  })

  test.each([
    ['NotAllowedError', 'The camera is not allowed'],
    ['SecurityError', 'The camera is not allowed'],
    ['NotFoundError', 'No camera was found'],
    ['OverconstrainedError', 'No camera was found'],
    ['NotReadableError', 'The camera could not be used'],
    ['AbortError', 'The camera could not be used'],
  ])('%s: %s', async (name, title) => {
    const { view } = await setUp(refusing(name))
    await expect.element(page.getByText(title), patience).toBeVisible()
    await button('Cancel').click()
    expect(view()).toBe('WalletSend')
  })

  test('a page that is not secure has none', async () => {
    const { mediaDevices } = navigator
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true })
    try {
      vi.stubGlobal('BarcodeDetector', undefined)
      const wallet = mockConnector({}, { connect: () => mockSession(), provider: {} })
      const kit = createTestKit({ connectors: [wallet], adapters: [mockAdapter({ transfers: vi.fn() })] })
      await connect(kit, { connectorId: 'mock' })
      openModal(kit, { view: { name: 'WalletSendScan' } })
      draw(kit)
      await expect.element(page.getByText('No camera was found'), patience).toBeVisible()
    } finally {
      Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
    }
  })

  test('one that is taken away is said to be gone, and can be tried again', async () => {
    const streams: MediaStream[] = []
    const { asked } = await setUp(async () => {
      const stream = showing()
      streams.push(stream)
      return stream
    })
    await expect
      .element(page.getByText('Hold the code of an address in front of the camera.'), patience)
      .toBeVisible()
    streams.at(-1)?.getTracks()[0]?.dispatchEvent(new Event('ended'))
    await expect
      .element(page.getByText('Another app may be using it. Close that one and try again.'))
      .toBeVisible()
    const before = asked.mock.calls.length
    await button('Try again').click()
    await expect
      .element(page.getByText('Hold the code of an address in front of the camera.'), patience)
      .toBeVisible()
    expect(asked.mock.calls.length).toBe(before + 1)
  })

  test('is off in a hidden tab, and on again when it is back', async () => {
    const streams: MediaStream[] = []
    await setUp(async () => {
      const stream = showing()
      streams.push(stream)
      return stream
    })
    await expect
      .element(page.getByText('Hold the code of an address in front of the camera.'), patience)
      .toBeVisible()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(streams.flatMap(statesOf)).not.toContain('live')
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(streams.flatMap(statesOf)).toContain('live'))
  })

  test('is off once the modal is closed, also where the browser answers only then', async () => {
    let allow = (_: MediaStream) => {}
    const stream = showing()
    const { kit } = await setUp(() => new Promise((resolve) => (allow = resolve)))
    await expect.element(page.getByText('Allow the camera when your browser asks.')).toBeVisible()
    closeModal(kit)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    allow(stream)
    await vi.waitFor(() => expect(statesOf(stream)).toEqual(['ended']))
  })
})

describe('a picture', () => {
  test('with a code goes back with it', async () => {
    const { kit, view } = await setUp(refusing('NotFoundError'))
    await choose(await pngOf(drawing(bob)))
    await vi.waitFor(() => expect(view()).toBe('WalletSend'), patience)
    expect(kit.store.getState().send?.text).toBe(bob)
  })

  test('without one, or none at all, is said to have none', async () => {
    const { view } = await setUp(refusing('NotFoundError'))
    const blank = document.createElement('canvas')
    await choose(await pngOf(blank))
    await expect.element(page.getByText('No code was found in this picture.'), patience).toBeVisible()
    await choose(new File(['<svg'], 'code.png', { type: 'image/png' }))
    await expect.element(page.getByText('No code was found in this picture.')).toBeVisible()
    expect(view()).toBe('WalletSendScan')
  })
})

const statesOf = (stream: MediaStream) => stream.getTracks().map(({ readyState }) => readyState)
