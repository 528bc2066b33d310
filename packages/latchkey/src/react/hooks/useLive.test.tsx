import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { useLive } from './useLive.js'

let root: Root
let isHidden = false
beforeEach(() => {
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  root.unmount()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

type LookerProps = { readonly look: () => Promise<unknown>; readonly steady?: number | undefined }

function Looker({ look, steady }: LookerProps) {
  useLive(look, { interval: 1_000, longest: 2_000, steady })
  return <p>there</p>
}

/** A component that calls `look` every second at first, later every 2 s. */
async function setUp(look: () => Promise<unknown> = async () => {}, steady?: number) {
  const kit = createTestKit()
  const looked = vi.fn(look)
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  root.render(
    <LatchkeyProvider kit={kit}>
      <Looker look={looked} steady={steady} />
    </LatchkeyProvider>,
  )
  await vi.waitFor(() => expect(container.textContent).toBe('there'))
  // The component's effects have run by the next task.
  await new Promise((resolve) => setTimeout(resolve))
  const show = (isShown: boolean) => {
    isHidden = !isShown
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { clock: kit.clock, looked, show }
}

test('looks after one interval, and then less and less often', async () => {
  const { clock, looked } = await setUp()
  const times: number[] = []
  const start = clock.now()
  looked.mockImplementation(async () => void times.push(clock.now() - start))
  await clock.advance(10_000)
  // A quarter longer each time, up to 2 s.
  expect(times).toEqual([1_000, 2_250, 3_812.5, 5_765.625, 7_765.625, 9_765.625])
})

test('looks each second for as long as it is told to, and only then less often', async () => {
  const { clock, looked } = await setUp(undefined, 4_000)
  const times: number[] = []
  const start = clock.now()
  looked.mockImplementation(async () => void times.push(clock.now() - start))
  await clock.advance(10_000)
  expect(times).toEqual([1_000, 2_000, 3_000, 4_000, 5_250, 6_812.5, 8_765.625])
})

test('does not look while the page is hidden', async () => {
  const { clock, looked, show } = await setUp()
  show(false)
  await clock.advance(600_000)
  expect(looked).not.toHaveBeenCalled()
})

test('looks at once when a page is shown again after a long time, and starts with the short interval', async () => {
  const { clock, looked, show } = await setUp()
  await clock.advance(9_000)
  show(false)
  await clock.advance(600_000)
  const before = looked.mock.calls.length
  show(true)
  await clock.advance(0)
  expect(looked).toHaveBeenCalledTimes(before + 1)
  await clock.advance(1_250)
  expect(looked).toHaveBeenCalledTimes(before + 2)
})

test('does not look more often if the page is hidden and shown again within a moment', async () => {
  const { clock, looked, show } = await setUp()
  await clock.advance(1_000)
  expect(looked).toHaveBeenCalledTimes(1)
  for (let turn = 0; turn < 9; turn++) {
    show(false)
    show(true)
    await clock.advance(100)
  }
  expect(looked).toHaveBeenCalledTimes(1)
  await clock.advance(100)
  expect(looked).toHaveBeenCalledTimes(2)
})

test('looks again only after the answer to the last look, even if that is a failure', async () => {
  const answer = createDeferred<void>()
  const { clock, looked } = await setUp(() => answer.promise)
  await clock.advance(60_000)
  expect(looked).toHaveBeenCalledTimes(1)
  answer.reject(new Error('down'))
  await clock.advance(1_250)
  expect(looked).toHaveBeenCalledTimes(2)
})

test('an answer that comes while the page is hidden starts no further look', async () => {
  const answer = createDeferred<void>()
  const { clock, looked, show } = await setUp(() => answer.promise)
  await clock.advance(1_000)
  show(false)
  answer.resolve()
  await clock.advance(60_000)
  expect(looked).toHaveBeenCalledTimes(1)
})

test('does not look after the component is unmounted', async () => {
  const { clock, looked } = await setUp()
  root.unmount()
  await clock.advance(60_000)
  expect(looked).not.toHaveBeenCalled()
})
