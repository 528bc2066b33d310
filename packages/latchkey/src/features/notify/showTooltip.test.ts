import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { hideTooltip } from './hideTooltip.js'
import { showTooltip } from './showTooltip.js'

const trigger = { width: 40, height: 20, top: 100, left: 60 }

test('has a message, a rectangle, and by default the variant `shade`', () => {
  const kit = createTestKit()
  showTooltip(kit, { message: 'Copy', trigger })
  expect(kit.store.getState().notify.tooltip).toEqual({ message: 'Copy', trigger, variant: 'shade' })
  showTooltip(kit, { message: 'Copy', trigger, variant: 'fill' })
  expect(kit.store.getState().notify.tooltip?.variant).toBe('fill')
})

test('disappears when it is hidden; hiding changes nothing if no tooltip shows', () => {
  const kit = createTestKit()
  showTooltip(kit, { message: 'Copy', trigger })
  hideTooltip(kit)
  const after = kit.store.getState()
  expect(after.notify.tooltip).toBeNull()
  hideTooltip(kit)
  expect(kit.store.getState()).toBe(after)
})
