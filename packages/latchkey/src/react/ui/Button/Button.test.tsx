import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../../features/modal/openModal.js'
import { sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

/** Returns a colour's relative luminance (WCAG 2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [...color.matchAll(/[\d.]+/g)].map(([value]) => {
    const share = Number(value) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(['dark', 'light'] as const)(
  'what a disabled button says can be read, in the %s theme',
  async (themeMode) => {
    const { kit } = await sendKit({}, undefined, {}, { themeMode })
    openModal(kit, { view: { name: 'WalletSend' } })
    draw(kit)
    const button = page.getByRole('button', { name: 'Add amount' })
    await expect.element(button, patience).toBeDisabled()
    const { color, opacity } = getComputedStyle(button.element())
    // Reads the drawn colour, because the computed style of a mixed colour is not in red, green and blue.
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (canvas === null) throw new Error('nothing to draw on')
    canvas.fillStyle = getComputedStyle(button.element()).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const background = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join()
    const [low = 0, high = 0] = [luminanceOf(color), luminanceOf(background)].sort((a, b) => a - b)
    expect(opacity).toBe('1')
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5)
  },
)
