import { expect, test } from 'vitest'
import type { Config } from './Config.js'
import { problemsOf } from './configChecks.js'

// Options that are in the types before they have an effect: a host that sets one gets a warning. Other options are
// tested beside their code; `features/options/everyOption.test.ts` tests that each can be changed or says why not.

const later: readonly (readonly [name: string, config: Partial<Config>])[] = [
  ['features.swaps', { features: { swaps: true } }],
  ['features.onramp', { features: { onramp: true } }],
]

test.each(later)('a warning says that %s has no effect yet', (name, config) => {
  expect(problemsOf(config)).toContain(`\`${name}\` has no effect yet`)
})

test('there is no such warning about an option with an effect', () => {
  expect(problemsOf({ debug: true, features: { send: false } }).join()).not.toContain('no effect yet')
})
