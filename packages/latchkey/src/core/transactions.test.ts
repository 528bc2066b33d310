import { describe, expect, test } from 'vitest'
import { settle, type Transaction } from './transactions.js'

const send = { name: 'WalletSend' }
const account = { name: 'Account' }
const flow: Transaction = {
  onSuccess: { type: 'return', view: account },
  onCancel: { type: 'back' },
}

describe('settle', () => {
  test('an empty stack has no outcome', () => {
    expect(settle([], 'success')).toBeUndefined()
  })

  test('ends the newest flow', () => {
    const newest: Transaction = { onSuccess: { type: 'close' }, onCancel: { type: 'replace', view: send } }
    expect(settle([flow, newest], 'success')).toEqual({ stack: [flow], outcome: { type: 'close' } })
    expect(settle([flow, newest], 'cancel')).toEqual({
      stack: [flow],
      outcome: { type: 'replace', view: send },
    })
  })

  test('an error ends like a cancellation, unless `onError` is given', () => {
    expect(settle([flow], 'error')?.outcome).toEqual({ type: 'back' })
    expect(settle([{ ...flow, onError: { type: 'close' } }], 'error')?.outcome).toEqual({ type: 'close' })
  })
})
