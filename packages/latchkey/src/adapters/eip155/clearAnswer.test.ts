import { SignError } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import { toProviderError } from '../../connectors/walletConnect/toProviderError.js'
import { clearAnswer } from './clearAnswer.js'

const method = 'eth_sendTransaction'

/** Returns the error that a session's provider throws when the client reads the wallet's error as this code. */
const overProtocol = (
  wireCode: number,
  details: string,
  code: 'PEER_ERROR' | 'USER_REJECTED' = 'PEER_ERROR',
  asked = method,
) => toProviderError(new SignError(code, { wireCode, details }), { wallet: 'Oak', method: asked })

test.each([
  [4001, 'no', 'refused'],
  [5000, '', 'refused'],
  [-32000, 'User rejected the request.', 'refused'],
  [4200, 'eth_sendTransaction is not supported', 'unsupported'],
  [-32601, 'the method eth_sendTransaction does not exist', 'unsupported'],
] as const)('over the protocol, %i "%s" is clear: %s', (code, message, clearly) => {
  const taken = clearly === 'refused' ? 'USER_REJECTED' : 'PEER_ERROR'
  expect(clearAnswer(overProtocol(code, message, taken), method)).toBe(clearly)
})

test.each([
  [-32000, 'transaction rejected: already known'],
  [-32000, 'declined by the policy of the account'],
  [-32601, 'the method eth_getTransactionReceipt does not exist/is not available'],
  [-32601, 'Method not found'],
  [-32004, 'Method not supported: eth_maxPriorityFeePerGas'],
  [10001, 'Unsupported wc_ method.'],
])('over the protocol, %i "%s" is unclear: the wallet may have sent', (code, message) => {
  const error = overProtocol(code, message)
  expect(clearAnswer(error, method)).toBeUndefined()
  // The app's library must not classify it as an error after which it may ask again.
  expect([4001, 4200]).not.toContain(error.code)
})

test.each([
  [-32601, 'Method not found', 4200],
  [-32004, 'Method not supported', 4200],
])(
  'for a method that moves nothing, the code alone means an unknown method: %i "%s"',
  (code, message, rpc) => {
    expect(overProtocol(code, message, 'PEER_ERROR', 'wallet_getCapabilities').code).toBe(rpc)
  },
)

test.each<[unknown, string | undefined]>([
  [{ code: 4001, message: 'no' }, 'refused'],
  [{ code: 4001 }, 'refused'],
  [{ code: '4001', message: 'no' }, 'refused'],
  [new Error('User rejected the request.'), 'refused'],
  ['User rejected the request.', 'refused'],
  [{ code: 4200, message: '' }, 'unsupported'],
  [{ code: 4200, message: 'eth_sendTransaction is not supported' }, 'unsupported'],
  [{ code: -32601, message: 'eth_sendTransaction: no, eth_sendTransaction is unknown' }, 'unsupported'],
  // Only a wallet over the connection protocol has this number for a refusal.
  [{ code: 5000, message: '' }, undefined],
  [{ code: 4200, message: 'eth_getTransactionReceipt' }, undefined],
  [{ code: -32601, message: 'eth_sendTransaction, then eth_getTransactionReceipt' }, undefined],
  [{ code: -32601, message: '' }, undefined],
  [{ code: -32601, message: 'xeth_sendTransaction' }, undefined],
  [{ code: -32000, message: 'eth_sendTransaction' }, undefined],
  [{ code: 0, message: { user: 'rejected' } }, undefined],
  [{ code: 0, message: `${'.'.repeat(500)} user rejected` }, undefined],
  [undefined, undefined],
  [null, undefined],
  [7, undefined],
  [{}, undefined],
])('a browser wallet that throws %j is clear: %s', (error, clearly) => {
  expect(clearAnswer(error, method)).toBe(clearly)
})

test.each(['eth', 'wallet', 'personal', 'net', 'web3', 'debug', 'trace'])(
  'a message about a method %s_… is not about the method that was asked',
  (family) => {
    expect(clearAnswer({ code: 4200, message: `no ${family}_other` }, method)).toBeUndefined()
  },
)

test('over the protocol, the number and the words of the wallet count, and not those of the kit’s own error', () => {
  expect(clearAnswer(overProtocol(5000, ''), method)).toBe('refused')
  expect(clearAnswer(overProtocol(4001, ''), method)).toBe('refused')
  expect(clearAnswer(overProtocol(-32000, 'User rejected the request.'), method)).toBe('refused')
  const failure = new SignError('PEER_ERROR', { wireCode: 5000, details: '' })
  const other = Object.assign(new Error('failed'), { wireCode: 5000, details: '' })
  const withCause = (cause: Error) => {
    const error = overProtocol(1, '')
    Object.defineProperty(error.cause, 'cause', { value: cause })
    return error
  }
  expect(clearAnswer(withCause(failure), method)).toBe('refused')
  expect(clearAnswer(withCause(other), method)).toBeUndefined()
})
