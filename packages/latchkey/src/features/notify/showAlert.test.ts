import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { alertOnRefusal } from './alertOnRefusal.js'
import { hideAlert, showAlert } from './showAlert.js'

const logged = vi.fn()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(logged))
afterEach(async () => {
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
  logged.mockReset()
})

const alertOf = (kit: ReturnType<typeof createTestKit>) => kit.store.getState().notify.alert

test('shows the alert in the modal, and advice in the console', async () => {
  const kit = createTestKit()
  showAlert(kit, 'SWITCH_NETWORK_NOT_FOUND', { networkId: 'eip155:5' })
  expect(alertOf(kit)).toEqual({ code: 'SWITCH_NETWORK_NOT_FOUND' })
  await vi.dynamicImportSettled()
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    '[latchkey] Network Not Found. The network eip155:5 is not in `networks`. Add it there, or switch to one that is.',
  )
})

test('shows each alert once for each kit, even if it was dismissed', async () => {
  const kit = createTestKit()
  showAlert(kit, 'INVALID_PROJECT_ID')
  hideAlert(kit)
  showAlert(kit, 'INVALID_PROJECT_ID')
  expect(alertOf(kit)).toBeNull()
  showAlert(kit, 'JWT_TOKEN_NOT_VALID')
  expect(alertOf(kit)).toEqual({ code: 'JWT_TOKEN_NOT_VALID' })
  await vi.dynamicImportSettled()
  expect(logged).toHaveBeenCalledTimes(2)
})

test('shows the alert again for another kit', () => {
  showAlert(createTestKit(), 'INVALID_PROJECT_ID')
  const kit = createTestKit()
  showAlert(kit, 'INVALID_PROJECT_ID')
  expect(alertOf(kit)).toEqual({ code: 'INVALID_PROJECT_ID' })
})

test('shows no alert if `debug` is off', async () => {
  const kit = createTestKit({ debug: false })
  showAlert(kit, 'INVALID_PROJECT_ID')
  await vi.dynamicImportSettled()
  expect(alertOf(kit)).toBeNull()
  expect(logged).not.toHaveBeenCalled()
})

test('hiding changes nothing if no alert shows', () => {
  const kit = createTestKit()
  const before = kit.store.getState()
  hideAlert(kit)
  expect(kit.store.getState()).toBe(before)
})

test.each([
  [
    'a refusal in words that are known',
    { details: 'code 3000: Unauthorized: invalid key' },
    'INVALID_PROJECT_ID',
  ],
  ['other words', { details: 'Not today' }, undefined],
  ['no words', {}, undefined],
  ['nothing', undefined, undefined],
  ['no text', { details: 7 }, undefined],
])('alertOnRefusal: %s', (_, error, code) => {
  const kit = createTestKit()
  alertOnRefusal(kit, error)
  expect(alertOf(kit)?.code).toBe(code)
})

test('names the refused origin', async () => {
  const kit = createTestKit({
    metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
  })
  alertOnRefusal(kit, { details: 'Unauthorized: origin not allowed' })
  await vi.dynamicImportSettled()
  expect(logged.mock.calls[0]?.[0]).toContain('https://app.example')
})
