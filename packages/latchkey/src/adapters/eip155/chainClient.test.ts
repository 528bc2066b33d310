import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { getBalance } from './getBalance.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A network whose node gives the same answer to every request. */
async function networkThatSays(answer: unknown) {
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answer as object) })),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return defineNetwork({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
}

test.each([7, 1e30, -5, {}, null, '', '0x', '0xzz', '-0x5', `0x${'f'.repeat(65)}`, '<b>1</b>'])(
  'error: a balance of %j is none',
  async (result) => {
    const network = await networkThatSays({ result })
    await expect(getBalance({ network, address })).rejects.toThrow()
  },
)

test('a balance is read in hex', async () => {
  const network = await networkThatSays({ result: '0x1e' })
  expect(await getBalance({ network, address })).toEqual({ units: 30n, decimals: 18, symbol: 'ETH' })
})
