import { SignError } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import { askSession } from './askSession.js'

const request = { topic: 't', chainId: 'eip155:1', method: 'personal_sign', params: [] }

async function ask(error: SignError) {
  let resumed = 0
  const client = {
    request: () => Promise.reject(error),
    resume: async () => {
      resumed++
      return true
    },
  }
  const failure = await askSession({ client, wallet: () => 'Wallet', onRequest() {} }, request).catch(
    (reason: unknown) => reason,
  )
  return { failure, resumed }
}

test('if the client no longer has the session, the page reads which sessions exist', async () => {
  const { failure, resumed } = await ask(new SignError('SESSION_GONE'))
  expect(failure).toMatchObject({ code: 4900 })
  expect(resumed).toBe(1)
})

test("after the wallet's refusal the session stays unchanged", async () => {
  const { failure, resumed } = await ask(new SignError('USER_REJECTED', { wireCode: 5000 }))
  expect(failure).toMatchObject({ code: 4001 })
  expect(resumed).toBe(0)
})
