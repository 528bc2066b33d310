import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemLinks } from '../testing/systemLinks.js'
import { parseAccount, toChainId } from './caip.js'
import { normalizeEvent } from './eventData.js'
import { readMetadata } from './metadata.js'
import { codeOfPeerError } from './peerErrors.js'
import {
  createPeerIds,
  formatPeerAnswer,
  formatPeerRequest,
  readPeerMessage,
  stampOfId,
} from './peerMessage.js'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

describe('toChainId', () => {
  test.each([
    ['eip155:1', 'eip155:1'],
    ['eip155:0x7A69', 'eip155:31337'],
    [1, 'eip155:1'],
    ['1', 'eip155:1'],
    ['0x01', 'eip155:1'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ])('%o is %s', (value, id) => {
    expect(toChainId(value, 'eip155')).toBe(id)
  })

  test.each([0, -1, 1.5, 2 ** 53, '', 'eip155:', 'eip155:x', 'eip155:1:2', 'EIP155:1', null, {}, true])(
    '%o is none',
    (value) => {
      expect(toChainId(value, 'eip155')).toBeUndefined()
    },
  )

  test('a bare reference needs a namespace', () => {
    expect(toChainId('1')).toBeUndefined()
  })
})

describe('parseAccount', () => {
  test('normalises the chain', () => {
    expect(parseAccount(`eip155:0x1:${address}`)).toEqual({ chainId: 'eip155:1', address })
  })

  test.each(['eip155:1', 'eip155:1:', `eip155:1:${address}:1`, 'eip155:1:a b', 7])('refuses %o', (value) => {
    expect(parseAccount(value)).toBeUndefined()
  })
})

describe('normalizeEvent', () => {
  test.each([137, '137', '0x89', 'eip155:137', 'eip155:0x89', { chainId: '0x89' }])(
    'chainChanged to %o',
    (data) => {
      expect(normalizeEvent({ name: 'chainChanged', data, chainId: 'eip155:1' })).toEqual({
        data: 'eip155:137',
        chainId: 'eip155:137',
      })
    },
  )

  test('accountsChanged reads 1,024 accounts at most', () => {
    const data = Array.from({ length: 1025 }, (_, at) => `0x${at}`)
    const read = normalizeEvent({ name: 'accountsChanged', data, chainId: 'eip155:1' }).data
    expect(read).toEqual(data.slice(0, 1024).map((one) => `eip155:1:${one}`))
  })

  test('accountsChanged to something that is no list stays unchanged', () => {
    const event = { name: 'accountsChanged', data: address, chainId: 'eip155:1' }
    expect(normalizeEvent(event)).toEqual({ data: address, chainId: 'eip155:1' })
  })

  test('chainChanged in another family reads a bare reference', () => {
    const event = { name: 'chainChanged', data: 'devnet', chainId: 'solana:main' }
    expect(normalizeEvent(event)).toEqual({ data: 'solana:devnet', chainId: 'solana:devnet' })
  })

  test.each(['nonsense:', null, {}, -1])('chainChanged to %o falls back on the envelope', (data) => {
    expect(normalizeEvent({ name: 'chainChanged', data, chainId: 'eip155:1' }).data).toBe('eip155:1')
  })

  test('accountsChanged accepts either form and drops invalid accounts', () => {
    const data = [address, `eip155:0x89:${address}`, 7, '', '<script>']
    expect(normalizeEvent({ name: 'accountsChanged', data, chainId: 'eip155:1' })).toEqual({
      data: [`eip155:1:${address}`, `eip155:137:${address}`, 'eip155:1:7'],
      chainId: 'eip155:1',
    })
  })

  test('other events stay unchanged', () => {
    const event = { name: 'message', data: { type: 'x' }, chainId: 'eip155:1' }
    expect(normalizeEvent(event)).toEqual({ data: event.data, chainId: event.chainId })
  })
})

describe('readMetadata', () => {
  test('keeps valid fields', () => {
    const metadata = {
      name: 'Wallet',
      description: 'Keeps keys',
      url: 'https://wallet.example',
      icons: ['https://wallet.example/icon.png', 'data:image/png;base64,AAAA'],
      redirect: { native: 'wallet://', universal: 'https://wallet.example/open' },
    }
    expect(readMetadata(metadata)).toEqual(metadata)
  })

  test.each([undefined, null, 7, [], 'x', {}])('%o gives empty metadata', (value) => {
    expect(readMetadata(value)).toEqual({ name: '', description: '', url: '', icons: [] })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'blob:https://x',
    '//evil.example',
    'wallet',
  ])('%o is not a link', (link) => {
    const { url, icons, redirect } = readMetadata({
      url: link,
      icons: [link],
      redirect: { native: link, universal: link },
    })
    expect({ url, icons, redirect }).toEqual({ url: '', icons: [], redirect: undefined })
  })

  test.each(systemLinks)('refuses %s as a link to a wallet’s app', (link) => {
    expect(readMetadata({ redirect: { native: link } }).redirect).toBeUndefined()
    expect(readMetadata({ redirect: { native: link.toUpperCase() } }).redirect).toBeUndefined()
  })

  test('shortens a name to one line in one text direction', () => {
    expect(readMetadata({ name: 'Meta\u202eksaM\n\u0000' }).name).toBe('MetaksaM')
    expect(readMetadata({ name: 'x'.repeat(1e5) }).name).toHaveLength(128)
  })
})

describe('readPeerMessage', () => {
  test('round-trips', () => {
    expect(readPeerMessage(formatPeerRequest(1, 'wc_sessionPing', {}))).toEqual({
      type: 'request',
      id: 1,
      method: 'wc_sessionPing',
      params: {},
    })
    expect(readPeerMessage(formatPeerAnswer(1, { result: undefined }))).toEqual({
      type: 'answer',
      id: 1,
      outcome: { result: null },
    })
  })

  test('accepts a numeric text as id', () => {
    expect(readPeerMessage('{"id":"1700000000000123","result":true}')).toMatchObject({ id: 1700000000000123 })
  })

  test.each([
    [{ result: 7 }, '{"id":1,"jsonrpc":"2.0","result":7}'],
    [{ result: undefined }, '{"id":1,"jsonrpc":"2.0","result":null}'],
    [{ error: { code: 1, message: 'no' } }, '{"id":1,"jsonrpc":"2.0","error":{"code":1,"message":"no"}}'],
  ])('the answer %j is written as JSON-RPC', (outcome, text) => {
    expect(formatPeerAnswer(1, outcome)).toBe(text)
  })

  test('a request is written as JSON-RPC', () => {
    expect(formatPeerRequest(1, 'a', [2])).toBe('{"id":1,"jsonrpc":"2.0","method":"a","params":[2]}')
  })

  test('what has a method is a request, and what has an error has failed, whatever else it has', () => {
    const both = { id: 1, method: 'a', params: 2, result: 3, error: { code: 4, message: '' } }
    expect(readPeerMessage(JSON.stringify(both))).toEqual({ type: 'request', id: 1, method: 'a', params: 2 })
    expect(readPeerMessage(JSON.stringify({ ...both, method: undefined }))).toEqual({
      type: 'answer',
      id: 1,
      outcome: { error: { code: 4, message: '' } },
    })
    expect(readPeerMessage('{"id":1,"result":3,"error":null}')).toEqual({
      type: 'answer',
      id: 1,
      outcome: { result: 3 },
    })
  })

  test('a method is 128 characters long at most', () => {
    expect(readPeerMessage(`{"id":1,"method":"${'a'.repeat(128)}"}`)).toMatchObject({ type: 'request' })
    expect(readPeerMessage(`{"id":1,"method":"${'a'.repeat(129)}"}`)).toBeUndefined()
  })

  test('an error has data only if the peer sent some', () => {
    const read = readPeerMessage('{"id":1,"error":{"code":1,"message":"no"}}')
    expect(read).toMatchObject({ outcome: { error: { code: 1 } } })
    expect(read).not.toHaveProperty('outcome.error.data')
  })

  test('an error’s words are 1,024 characters long at most', () => {
    const text = JSON.stringify({ id: 1, error: { code: 1.5, message: 'a'.repeat(1025) } })
    expect(readPeerMessage(text)).toMatchObject({
      outcome: { error: { code: 0, message: 'a'.repeat(1024) } },
    })
  })

  test.each([
    ['{"id":1,"error":"no"}', { code: 0, message: 'no' }],
    ['{"id":1,"error":{"code":"5000"}}', { code: 0, message: '' }],
    ['{"id":1,"error":{"code":5000,"message":"no","data":[1]}}', { code: 5000, message: 'no', data: [1] }],
  ])('%s is an error', (text, error) => {
    expect(readPeerMessage(text)).toEqual({ type: 'answer', id: 1, outcome: { error } })
  })

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"id":1}',
    '{"id":1.5,"result":true}',
    '{"id":9007199254740993,"result":true}',
    '{"id":-1,"result":true}',
    '{"id":0,"result":true}',
    '{"id":"x1","result":true}',
    '{"id":"0x10","result":true}',
    '{"id":"1e3","result":true}',
    '{"id":"1x","result":true}',
    '{"id":"","result":true}',
    '{"id":"12345678901234567","result":true}',
    '{"id":[1],"result":true}',
    '{"id":true,"result":true}',
    '{"id":null,"method":"x"}',
    `${'['.repeat(1e5)}`,
  ])('%s is not a message', (text) => {
    expect(readPeerMessage(text)).toBeUndefined()
  })

  test('never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readPeerMessage(JSON.stringify(value))
        readPeerMessage(JSON.stringify({ id: 1, error: value, params: value }))
      }),
    )
  })
})

describe('createPeerIds', () => {
  test('ids contain the time and are unique', () => {
    const next = createPeerIds(() => 1_700_000_000_000)
    const ids = Array.from({ length: 5000 }, next)
    expect(new Set(ids).size).toBe(5000)
    expect(stampOfId(ids[0] ?? 0)).toBe(1_700_000_000_000)
    expect(ids.every(Number.isSafeInteger)).toBe(true)
    expect([...ids].sort((a, b) => a - b)).toEqual(ids)
  })

  test('ids of two clients differ in what follows the time', () => {
    const starts = Array.from({ length: 50 }, () => createPeerIds(() => 1_700_000_000_000)())
    expect(new Set(starts).size).toBeGreaterThan(1)
    for (const id of starts) expect(stampOfId(id)).toBe(1_700_000_000_000)
  })

  test('an id is never smaller than the one before, also where the clock is set back', () => {
    let now = 1_700_000_000_000
    const next = createPeerIds(() => now)
    const first = next()
    now -= 60_000
    expect(next()).toBe(first + 1)
    now += 120_000
    expect(stampOfId(next())).toBe(now)
  })
})

describe('codeOfPeerError', () => {
  test.each([
    [{ code: 5000, message: '' }, 'USER_REJECTED'],
    [{ code: 4001, message: '' }, 'USER_REJECTED'],
    [{ code: 0, message: 'User rejected the request' }, 'USER_REJECTED'],
    [{ code: -32000, message: 'User denied transaction signature' }, 'USER_REJECTED'],
    [{ code: -32000, message: 'MetaMask Tx Signature: User denied transaction signature.' }, 'USER_REJECTED'],
    [{ code: -32000, message: 'Request was cancelled by the user' }, 'USER_REJECTED'],
    [{ code: -32000, message: 'transaction rejected: already known' }, 'PEER_ERROR'],
    [{ code: -32000, message: 'denied by user operation policy' }, 'PEER_ERROR'],
    [{ code: -32000, message: "user's account validation rejected" }, 'PEER_ERROR'],
    [{ code: 8000, message: '' }, 'REQUEST_EXPIRED'],
    [{ code: 5100, message: 'Unsupported chains.' }, 'PEER_ERROR'],
  ])('%o is %s', (error, code) => {
    expect(codeOfPeerError(error)).toBe(code)
  })
})
