import { describe, expect, test } from 'vitest'
import { createTestClock } from '../createTestClock.js'
import { createAnswers, type WalletAnswer } from './createAnswers.js'

describe('createAnswers', () => {
  test('answers at once, as told last', async () => {
    const answers = createAnswers()
    expect(await answers.ask('connect')).toBe('approved')
    answers.behave('reject')
    expect(await answers.ask('connect')).toBe('rejected')
    answers.behave('wrongChain')
    expect(await answers.ask('switchNetwork')).toBe('wrongChain')
  })

  test('one behaviour for each question; what is not named is approved', async () => {
    const answers = createAnswers({ sign: 'reject' })
    expect([await answers.ask('sign'), await answers.ask('send')]).toEqual(['rejected', 'approved'])
  })

  test('a delay is waited for', async () => {
    const clock = createTestClock()
    const answers = createAnswers({ delay: 2_000 }, { clock })
    const given: WalletAnswer[] = []
    void answers.ask('connect').then((answer) => given.push(answer))
    await clock.advance(1_999)
    expect([given, answers.pending()]).toEqual([[], ['connect']])
    await clock.advance(1)
    expect([given, answers.pending()]).toEqual([['approved'], []])
  })

  test('silence lasts until all that waits is settled', async () => {
    const clock = createTestClock()
    const answers = createAnswers({ connect: 'silent', sign: { delay: 60_000 } }, { clock })
    const asked = Promise.all([answers.ask('connect'), answers.ask('sign')])
    expect(answers.pending()).toEqual(['connect', 'sign'])
    answers.settle('reject')
    expect(await asked).toEqual(['rejected', 'rejected'])
    expect(answers.pending()).toEqual([])
  })
})
