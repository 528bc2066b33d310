import { afterEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { connect } from '../../features/connection/connect.js'
import { openModal } from '../../features/modal/openModal.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { clear, draw, patience } from '../testing/draw.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
afterEach(clear)

const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('a press reaches its button although the height changes before the release', async () => {
  const { stage, grow } = await openName()
  const save = page.getByRole('button', { name: 'Save' }).element()
  grow()
  await expect.poll(() => stage.getAnimations()).toHaveLength(1)
  const point = centerOf(save)
  await mouse('mousePressed', point)
  grow()
  await nextFrame()
  await nextFrame()
  for (const animation of stage.getAnimations()) animation.finish()
  await mouse('mouseReleased', point)
  await expect.element(heading('Your accounts'), patience).toBeVisible()
})

test('the height follows what came during a press', async () => {
  const { stage, grow } = await openName()
  const before = stage.offsetHeight
  const point = centerOf(page.getByText('Only you', { exact: false }).element())
  await mouse('mousePressed', point)
  const height = grow()
  await nextFrame()
  await nextFrame()
  expect(Number.parseFloat(stage.style.blockSize)).toBe(before)
  await mouse('mouseReleased', point)
  expect(Number.parseFloat(stage.style.blockSize)).toBe(before + height)
})

/** Opens the screen that names an account, with a name typed in, and slows the animation of its height down. */
async function openName() {
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider: {} })
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'mock' })
  openModal(kit, { view: { name: 'Accounts' } })
  draw(kit)
  await expect.element(heading('Your accounts'), patience).toBeVisible()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await userEvent.fill(page.getByLabelText('Name', { exact: true }), 'Rent')
  const view = page.getByRole('dialog').element().querySelector('.view')
  const stage = view?.closest<HTMLElement>('.stage')
  if (!view || !stage) throw new Error('The dialog has no stage.')
  await Promise.all(stage.getAnimations().map(({ finished }) => finished))
  stage.style.transitionDuration = '60s'
  const grow = () => {
    const height = 120
    view.appendChild(document.createElement('div')).style.blockSize = `${height}px`
    return height
  }
  return { stage, grow }
}

type Point = { readonly x: number; readonly y: number }

function centerOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Presses or releases the real mouse at a point of the test's frame. */
function mouse(type: 'mousePressed' | 'mouseReleased', { x, y }: Point) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const scale = frame.width / innerWidth
  const point = { x: frame.x + x * scale, y: frame.y + y * scale }
  return cdp().send('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 })
}
