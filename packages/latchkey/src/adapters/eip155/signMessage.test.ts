import { expect, test } from 'vitest'
import { signMessage } from './signMessage.js'

const who = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', message: 'Hello', wallet: 'Oak' }
/** A wallet that does not return a promise. */
const hasty = (request: () => unknown) => ({ request })

test('a wallet that returns the signature without a promise: its signature counts', async () => {
  await expect(signMessage({ ...who, provider: hasty(() => '0xab') })).resolves.toBe('0xab')
})

test('error: a wallet that throws before it returns a promise, because its user declined', async () => {
  const provider = hasty(() => {
    throw { code: 4001, message: 'User rejected the request.' }
  })
  await expect(signMessage({ ...who, provider })).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
})
