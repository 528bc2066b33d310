import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { openModal } from '../modal/openModal.js'
import { refuseMethod, untilRefused } from './refuseMethod.js'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

test('the console names the method, cut to 100 characters', () => {
  const kit = createTestKit()
  expect(() => refuseMethod(kit, `eth_${'x'.repeat(200)}`)).toThrow('Requested RPC call is not allowed')
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    '[latchkey]',
    expect.objectContaining({ code: 'RPC_METHOD_NOT_ALLOWED' }),
    `eth_${'x'.repeat(96)}`,
  )
})

test('an open modal keeps its view', () => {
  const kit = createTestKit()
  openModal(kit, { view: { name: 'Networks' } })
  expect(() => refuseMethod(kit, 'eth_sign')).toThrow()
  expect(kit.store.getState().modal).toMatchObject({ isOpen: true, stack: [{ name: 'Networks' }] })
})

test('after the kit stops, nobody is told', async () => {
  const kit = createTestKit()
  const stop = kit.start()
  expect(() => refuseMethod(kit, 'eth_sign')).toThrow()
  stop()
  await kit.clock.advance(1_000)
  expect(kit.store.getState().notify.snackbar).toBeNull()
})

test('a request that was answered is not rejected any more, and leaves nothing behind', async () => {
  const kit = createTestKit()
  const late = untilRefused(kit, new Promise(() => {}))
  const answered = untilRefused(kit, Promise.resolve('0x12'))
  const failed = untilRefused(kit, Promise.reject(new Error('the wallet failed')))
  expect(await answered).toBe('0x12')
  await expect(failed).rejects.toThrow('the wallet failed')
  expect(() => refuseMethod(kit, 'eth_sign')).toThrow()
  await expect(late).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
})
