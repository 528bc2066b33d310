import { describe, expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import type { ViewName } from './screens.js'
import { showsRequest } from './showsRequest.js'
import type { View } from './View.js'

const transfer = { id: 'one', kind: 'transfer' } as const
const signIn = { id: 'one', kind: 'signIn' } as const
const view = (name: ViewName, parameters?: unknown) => ({ name, parameters }) as View

describe('a screen shows a request', () => {
  test.each([
    ['its own status', view('WalletSendStatus', { id: 'one' }), transfer, undefined, true],
    ['the status of another one', view('WalletSendStatus', { id: 'two' }), transfer, 'one', false],
    ['a status without parameters', view('WalletSendStatus'), transfer, 'one', false],
    ['its own review', view('WalletSendPreview'), transfer, 'one', true],
    ['the review of another one', view('WalletSendPreview'), transfer, 'two', false],
    ['a review that is over', view('WalletSendPreview'), transfer, undefined, false],
    ['the sign-in', view('SIWXSignMessage'), signIn, undefined, true],
    ['the sign-in, of a transfer', view('SIWXSignMessage'), transfer, undefined, false],
    ['a screen of something else', view('Account', { id: 'one' }), transfer, 'one', false],
    ['a screen that no kit has', view('constructor' as ViewName, { id: 'one' }), transfer, 'one', false],
  ])('%s', (_, shown, request, review, isShown) => {
    expect(showsRequest(createTestKit(), shown, request, review)).toBe(isShown)
  })
})
