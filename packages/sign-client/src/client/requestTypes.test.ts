import { expectTypeOf, test } from 'vitest'
import type { SignClient } from './createSignClient.js'

// Compiled by the type check; nothing is asked here.
declare const client: SignClient
const to = { topic: 't', chainId: 'eip155:1' }
const address: string = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

test('a known method has typed parameters and a typed result', () => {
  const ask = () => ({
    signature: client.request({ ...to, method: 'personal_sign', params: ['0x48', address] }),
    batch: client.request({
      ...to,
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', chainId: '0x1', calls: [{ to: address, value: '0x1' }] }],
    }),
  })
  expectTypeOf<Awaited<ReturnType<typeof ask>['signature']>>().toEqualTypeOf<`0x${string}`>()
  expectTypeOf<Awaited<ReturnType<typeof ask>['batch']>['id']>().toEqualTypeOf<string>()
})

test('wrong parameters of a known method do not compile', () => {
  const ask = () => {
    // @ts-expect-error the address is missing
    void client.request({ ...to, method: 'personal_sign', params: ['0x48'] })
    // @ts-expect-error the value is no hexadecimal quantity
    void client.request({ ...to, method: 'eth_sendTransaction', params: [{ from: address, value: '1' }] })
    // @ts-expect-error a list is expected
    void client.request({ ...to, method: 'wallet_switchEthereumChain', params: { chainId: '0x1' } })
  }
  expectTypeOf(ask).toBeFunction()
})

test('an unknown method takes anything and its result is unknown', () => {
  const ask = () => ({
    solana: client.request({ ...to, method: 'solana_signMessage', params: { message: 'abc' } }),
    later: client.request({ ...to, method: address, params: [1] }),
  })
  expectTypeOf<Awaited<ReturnType<typeof ask>['solana']>>().toBeUnknown()
  expectTypeOf<Awaited<ReturnType<typeof ask>['later']>>().toBeUnknown()
})
