import { expect, test } from 'vitest'
import { createTestKit } from '../testing/createTestKit.js'
import { embedded } from './embedded.js'

const url = 'https://wallet.example.com'

test.each([
  [undefined, '`embedded` must be an object'],
  [{}, '`embedded.url` is missing'],
  [{ url: 'wallet.example.com' }, '`embedded.url` must be the https origin of the wallet’s site'],
  [{ url: 'http://wallet.example.com' }, '`embedded.url` must be the https origin of the wallet’s site'],
  [{ url: `${url}/f/` }, '`embedded.url` must be the https origin of the wallet’s site'],
  [{ url, hash: 'newest' }, '`embedded.hash` must be the hash of a release'],
  [
    { url, hahs: '12a05451aeddc0d54f8d705b3be6376e' },
    '`embedded.hahs` is not an option; did you mean `hash`?',
  ],
  [{ url, name: '' }, '`embedded.name` must be a text that is not empty'],
])('embedded(%j) throws: %s', (options, problem) => {
  expect(() => embedded(options as embedded.Options)).toThrow(problem)
})

test.each([url, `${url}/`, 'http://wallet.localhost:8788'])('%s is an address', (address) => {
  expect(embedded({ url: address, hash: undefined }).frameUrl).toBe(new URL(address).href)
})

test.each([`${url}/`, 'https://other.example.com'])('a kit has one wallet, not also that of %s', (other) => {
  const connectors = [embedded({ url }), embedded({ url: other })]
  expect(() => createTestKit({ connectors })).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('`connectors` has more than one `embedded()`'),
    }),
  )
})

test.each([url, { auth: `${url}/below/` }])(
  'a kit’s wallet is not at the origin of its services: %j',
  (services) => {
    const connectors = [embedded({ url })]
    expect(() => createTestKit({ connectors, services })).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('`embedded.url` is the origin of `services`'),
      }),
    )
    expect(() => createTestKit({ connectors, services: 'https://services.example.com' })).not.toThrow()
  },
)
