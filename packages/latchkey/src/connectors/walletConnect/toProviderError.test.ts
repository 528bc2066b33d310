import { SignError, type SignErrorCode, signErrorTexts } from '@latchkey/sign-client'
import { describe, expect, test } from 'vitest'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import { toConnectError } from './toConnectError.js'
import { toProviderError } from './toProviderError.js'

const context = { wallet: 'Oak', method: 'personal_sign' }

/** The errors as the host's libraries read them, and the visitor's part in each. */
function outcomeOf(error: unknown) {
  const failure = toProviderError(error, context)
  return { code: failure.code, screen: toWalletError(failure, context).code }
}

describe('a request over the protocol fails', () => {
  test.each<[SignErrorCode, number, string]>([
    ['USER_REJECTED', 4001, 'REQUEST_REJECTED'],
    ['METHOD_NOT_APPROVED', 4100, 'METHOD_NOT_GRANTED'],
    ['CHAIN_NOT_APPROVED', 4100, 'NETWORK_NOT_GRANTED'],
    ['REQUEST_EXPIRED', -32603, 'WALLET_SILENT'],
    ['REQUEST_TOO_LARGE', -32602, 'REQUEST_TOO_LARGE'],
    ['SESSION_GONE', 4900, 'SESSION_GONE'],
    ['RELAY_UNREACHABLE', 4900, 'RELAY_UNREACHABLE'],
    ['RELAY_REFUSED', 4900, 'RELAY_UNREACHABLE'],
    ['LIMIT_REACHED', -32002, 'REQUEST_ALREADY_PENDING'],
    ['ABORTED', -32603, 'REQUEST_ABORTED'],
  ])('%s: %d for the host, %s for the visitor', (sign, code, screen) => {
    expect(outcomeOf(new SignError(sign, { wireCode: 3001 }))).toEqual({ code, screen })
  })

  test.each<[number, number, string]>([
    [1001, 4200, 'WALLET_METHOD_UNSUPPORTED'],
    [3001, 4100, 'METHOD_NOT_GRANTED'],
    [3002, 4100, 'METHOD_NOT_GRANTED'],
    [3005, 4100, 'NETWORK_NOT_GRANTED'],
    [4100, 4100, 'METHOD_NOT_GRANTED'],
    [4200, 4200, 'WALLET_METHOD_UNSUPPORTED'],
    [4900, 4900, 'SESSION_GONE'],
    [4901, 4100, 'NETWORK_NOT_GRANTED'],
    [4902, 4902, 'NETWORK_NOT_GRANTED'],
    [5100, 4902, 'NETWORK_NOT_GRANTED'],
    [5101, 4200, 'WALLET_METHOD_UNSUPPORTED'],
    [5103, 4100, 'METHOD_NOT_GRANTED'],
    [5104, 4902, 'NETWORK_NOT_GRANTED'],
    [6000, 4900, 'SESSION_GONE'],
    [7000, 4900, 'SESSION_GONE'],
    [7001, 4900, 'SESSION_GONE'],
    [10001, 4200, 'WALLET_METHOD_UNSUPPORTED'],
    [-32002, -32002, 'REQUEST_ALREADY_PENDING'],
    [-32005, -32002, 'REQUEST_ALREADY_PENDING'],
    [-32600, -32602, 'REQUEST_INVALID'],
    [-32601, 4200, 'WALLET_METHOD_UNSUPPORTED'],
    [-32602, -32602, 'REQUEST_INVALID'],
    [-32603, -32603, 'WALLET_FAILED'],
    [-32000, -32603, 'WALLET_FAILED'],
    [424242, -32603, 'WALLET_FAILED'],
  ])('the wallet answers %d: %d for the host, %s for the visitor', (wireCode, code, screen) => {
    expect(outcomeOf(new SignError('PEER_ERROR', { wireCode, details: 'no' }))).toEqual({ code, screen })
  })

  test('every code of the client has its own text, and none says only that something went wrong', () => {
    for (const code of Object.keys(signErrorTexts) as SignErrorCode[]) {
      const failure = toProviderError(new SignError(code), context)
      const connecting = toConnectError(new SignError(code))
      for (const { message, code } of [failure.cause, connecting]) {
        expect(message).not.toMatch(/^(An error occurred|Something went wrong|[A-Z_]+)$/)
        expect(message).not.toContain('{')
        expect(code).not.toBe('FRAME_ERROR')
      }
      // A raw number of the protocol would mean something else to a library of EIP-1193.
      expect([4001, 4100, 4200, 4900, 4902, -32002, -32602, -32603]).toContain(failure.code)
    }
  })

  test("a page's own error, and an error of the kit", () => {
    expect(outcomeOf(new TypeError('x is undefined'))).toEqual({ code: -32603, screen: 'WALLET_FAILED' })
    const own = toProviderError(walletError('SESSION_GONE'), { ...context, rpc: 4900 })
    expect([own.code, own.cause.code]).toEqual([4900, 'SESSION_GONE'])
  })

  test("the wallet's words and data reach the host's log, not the sentence", () => {
    const failure = toProviderError(
      new SignError('PEER_ERROR', { wireCode: -32000, details: 'ran out of gas', data: { hash: '0x1' } }),
      context,
    )
    expect(failure.data).toEqual({ hash: '0x1' })
    expect(failure.cause.details).toBe('ran out of gas')
    expect(failure.message).toBe('Oak reported an error. Open it to see what happened before you try again.')
  })
})
