import { afterEach, expect, test, vi } from 'vitest'
import { loadBtcSigner, loadSr25519 } from './peers.js'

afterEach(() => {
  vi.doUnmock('@scure/btc-signer')
  vi.doUnmock('@scure/sr25519')
})

test.each([
  ['@scure/btc-signer', loadBtcSigner],
  ['@scure/sr25519', loadSr25519],
])('a server without %s is told what it lacks', async (name, load) => {
  vi.doMock(name, () => {
    throw new Error('not installed')
  })
  await expect(load()).rejects.toMatchObject({
    message: `verifySiwx needs the peer dependency ${name} for this chain family`,
    cause: expect.any(Error),
  })
})

test('each is loaded where it is installed', async () => {
  expect(await loadBtcSigner()).toHaveProperty('RawWitness')
  expect(await loadSr25519()).toHaveProperty('verify')
})
