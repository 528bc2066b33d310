import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { setThemeMode, setThemeVariables } from './setTheme.js'

const themeOf = (kit: ReturnType<typeof createTestKit>) => kit.store.getState().theme

test('is dark by default', () => {
  expect(themeOf(createTestKit())).toEqual({ mode: 'dark', variables: {} })
  expect(themeOf(createTestKit({ themeMode: 'light', themeVariables: { '--lk-accent': '#f00' } }))).toEqual({
    mode: 'light',
    variables: { '--lk-accent': '#f00' },
  })
})

test('changes the mode; setting the same mode changes nothing', () => {
  const kit = createTestKit()
  setThemeMode(kit, 'auto')
  expect(themeOf(kit).mode).toBe('auto')
  const before = kit.store.getState()
  setThemeMode(kit, 'auto')
  expect(kit.store.getState()).toBe(before)
})

test('adds tokens to those that are set, and removes single ones', () => {
  const kit = createTestKit({ themeVariables: { '--lk-accent': '#f00', '--lk-radius': '4px' } })
  setThemeVariables(kit, { '--lk-radius': '8px', '--lk-font-size': '18px' })
  expect(themeOf(kit).variables).toEqual({
    '--lk-accent': '#f00',
    '--lk-radius': '8px',
    '--lk-font-size': '18px',
  })
  setThemeVariables(kit, { '--lk-radius': undefined })
  expect(themeOf(kit).variables).toEqual({ '--lk-accent': '#f00', '--lk-font-size': '18px' })
})
