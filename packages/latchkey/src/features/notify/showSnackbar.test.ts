import { describe, expect, test } from 'vitest'
import { KitError } from '../../protocol/errors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { hideSnackbar } from './hideSnackbar.js'
import { showError, showSnackbar } from './showSnackbar.js'

const saved = { variant: 'success', message: { text: 'Saved' } } as const
const copied = { variant: 'success', message: { text: 'Copied' } } as const
const working = { variant: 'loading', message: { text: 'Working' } } as const

function setUp() {
  const kit = createTestKit()
  return { kit, shown: () => kit.store.getState().notify.snackbar }
}

test('shows at once if none is open', () => {
  const { kit, shown } = setUp()
  showSnackbar(kit, saved)
  expect(shown()).toEqual({ id: 1, ...saved })
})

describe('§9 "Snackbar re-show delay": 150 ms', () => {
  test('hides the open one, and shows the new one 150 ms later', async () => {
    const { kit, shown } = setUp()
    showSnackbar(kit, saved)
    showSnackbar(kit, copied)
    expect(shown()).toBeNull()
    await kit.clock.advance(149)
    expect(shown()).toBeNull()
    await kit.clock.advance(1)
    expect(shown()).toEqual({ id: 2, ...copied })
  })

  test('shows the last of several in a row', async () => {
    const { kit, shown } = setUp()
    showSnackbar(kit, saved)
    showSnackbar(kit, copied)
    showSnackbar(kit, working)
    await kit.clock.advance(1_000)
    expect(shown()).toMatchObject(working)
  })

  test('does not show one that was hidden in the meantime', async () => {
    const { kit, shown } = setUp()
    showSnackbar(kit, saved)
    showSnackbar(kit, copied)
    hideSnackbar(kit)
    await kit.clock.advance(1_000)
    expect(shown()).toBeNull()
  })
})

describe('lifetimes', () => {
  test.each([
    ['a success', saved, 2_500],
    ['an error', { variant: 'error', message: { text: 'No' } }, 5_000],
  ] as const)('%s disappears by itself', async (_, message, lifetime) => {
    const { kit, shown } = setUp()
    showSnackbar(kit, message)
    await kit.clock.advance(lifetime - 1)
    expect(shown()).toMatchObject(message)
    await kit.clock.advance(1)
    expect(shown()).toBeNull()
  })

  test('a loading snackbar stays until it is replaced', async () => {
    const { kit, shown } = setUp()
    showSnackbar(kit, working)
    await kit.clock.advance(3_600_000)
    expect(shown()).toMatchObject(working)
  })

  test('the end of one snackbar does not hide the next one', async () => {
    const { kit, shown } = setUp()
    showSnackbar(kit, saved)
    await kit.clock.advance(2_400)
    showSnackbar(kit, copied)
    await kit.clock.advance(150 + 2_499)
    expect(shown()).toMatchObject(copied)
  })
})

describe('showError', () => {
  test('shows an error of the kit with its own text', () => {
    const { kit, shown } = setUp()
    showError(kit, new KitError('RATE_LIMITED', { slots: { seconds: 9 }, details: 'slow down' }))
    expect(shown()).toMatchObject({
      variant: 'error',
      message: { error: { code: 'RATE_LIMITED', slots: { seconds: 9 }, details: 'slow down' } },
    })
  })

  test.each([
    ['an error of somebody else', new Error('inner words'), 'inner words'],
    ['a text', 'inner words', 'inner words'],
    ['nothing', undefined, 'undefined'],
  ])('%s as the fallback, its words only in the details', (_, error, details) => {
    const { kit, shown } = setUp()
    showError(kit, error)
    expect(shown()?.message).toEqual({ error: { code: 'FRAME_ERROR', details } })
  })
})
