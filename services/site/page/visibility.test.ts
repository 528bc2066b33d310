import { describe, expect, test } from 'vitest'
import { faultOf, type PressFacts } from './visibility.js'

const sound: PressFacts = {
  surface: 'iframe',
  seesVisibility: true,
  visibleSince: 1_000,
  changedAt: 1_000,
  pressedAt: 1_800,
  width: 360,
  height: 600,
  isTrusted: true,
  isActive: true,
  beganHere: true,
}

describe('faultOf', () => {
  test('a press on a button that was visible for 800 ms counts', () => {
    expect(faultOf(sound)).toBeUndefined()
  })
  test.each<[string, Partial<PressFacts>, string]>([
    ['made by a script', { isTrusted: false }, 'forged'],
    ['without a user activation', { isActive: false }, 'forged'],
    ['that began elsewhere', { beganHere: false }, 'forged'],
    ['in a browser that cannot tell visibility', { seesVisibility: false }, 'window'],
    ['on a button that is covered', { visibleSince: undefined }, 'hidden'],
    ['799 ms after the button became visible', { pressedAt: 1_799 }, 'early'],
    ['499 ms after a change', { changedAt: 1_301 }, 'early'],
    ['in a frame of 319 px', { width: 319 }, 'small'],
    ['in a frame 359 px high', { height: 359 }, 'small'],
  ])('a press %s does not', (_name, facts, fault) => {
    expect(faultOf({ ...sound, ...facts })).toBe(fault)
  })
  test('500 ms after a change it counts again', () => {
    expect(faultOf({ ...sound, changedAt: 1_300 })).toBeUndefined()
  })

  describe('in the wallet’s own window', () => {
    test('need not prove visibility', () => {
      const facts = { ...sound, seesVisibility: false, visibleSince: undefined, width: 300, height: 300 }
      expect(faultOf({ ...facts, surface: 'window' })).toBeUndefined()
    })
    test('must be trusted, and not follow a change at once', () => {
      expect(faultOf({ ...sound, isTrusted: false, surface: 'window' })).toBe('forged')
      expect(faultOf({ ...sound, changedAt: 1_700, surface: 'window' })).toBe('early')
    })
  })
})
