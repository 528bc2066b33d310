import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFrame } from './readFrame.js'
import { scanFrame } from './scanFrame.js'

const limit = 1024 * 1024
const read = (text: string, size = limit) => readFrame(text, size)
const refusal = (text: string, size = limit) => {
  const frame = read(text, size)
  return frame.type === 'unreadable' ? [frame.idToken, frame.error.tag] : frame.type
}

describe('readFrame', () => {
  test('reads a request', () => {
    expect(
      read('{"id":1778341964282845123,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"t"}}'),
    ).toEqual({
      type: 'request',
      idToken: '1778341964282845123',
      method: 'irn_subscribe',
      params: { topic: 't' },
    })
  })

  test('reads an answer to a push', () => {
    expect(read('{"id":1700000000000001,"jsonrpc":"2.0","result":true}')).toEqual({
      type: 'answer',
      id: 1_700_000_000_000_001,
      isError: false,
    })
    expect(read('{"jsonrpc":"2.0","error":{"code":1,"message":""},"id":"1700000000000001"}')).toEqual({
      type: 'answer',
      id: 1_700_000_000_000_001,
      isError: true,
    })
  })

  test.each([
    ['a number of 19 digits', '1778341964282845123', '1778341964282845123'],
    ['a text of 19 digits', '"1778341964282845123"', '"1778341964282845123"'],
    ['zero', '0', '0'],
    ['white space around it', ' \n\t7 ', '7'],
    ['any short text', '"a-b:c"', '"a-b:c"'],
  ])('the id comes back as it is written: %s', (_, id, token) => {
    expect(read(`{"method":"m","id":${id},"params":{"id":1,"x":"\\"id\\":2"}}`)).toMatchObject({
      idToken: token,
    })
  })

  test('an id with an escaped name, and the last of two ids', () => {
    expect(read('{"\\u0069d":5,"method":"m"}')).toMatchObject({ idToken: '5' })
    expect(read('{"id":5,"method":"m","id":6}')).toMatchObject({ idToken: '6' })
  })

  test('ignores ids inside parameters and texts', () => {
    expect(refusal('{"method":"m","params":{"id":5}}')).toEqual(['0', 'InvalidRequestId'])
    expect(refusal('{"method":"m","params":"\\",\\"id\\":5"}')).toEqual(['0', 'InvalidRequestId'])
  })

  test.each([
    ['nothing', '', '0', 'Serialization'],
    ['no JSON', '{"id":5,', '5', 'Serialization'],
    ['a text', '"id"', '0', 'Serialization'],
    ['null', 'null', '0', 'Serialization'],
    ['a list of requests', '[{"id":5,"method":"m"}]', '0', 'Serialization'],
    ['neither method nor result', '{"id":5}', '5', 'Serialization'],
    ['a method that is no text', '{"id":5,"method":{}}', '5', 'InvalidMethod'],
    ['another version', '{"id":5,"jsonrpc":"1.0","method":"m"}', '5', 'InvalidJsonRpcVersion'],
    ['no id', '{"method":"m"}', '0', 'InvalidRequestId'],
    ['an id that is null', '{"id":null,"method":"m"}', '0', 'InvalidRequestId'],
    ['an id that is an object', '{"id":{"id":5},"method":"m"}', '0', 'InvalidRequestId'],
    ['a fraction', '{"id":1.5,"method":"m"}', '0', 'InvalidRequestId'],
    ['an exponent', '{"id":1e9,"method":"m"}', '0', 'InvalidRequestId'],
    ['a long id', `{"id":"${'1'.repeat(65)}","method":"m"}`, '0', 'InvalidRequestId'],
    ['deep nesting', `{"id":5,"method":"m","params":${'['.repeat(8)}${']'.repeat(8)}}`, '5', 'Serialization'],
    ['very deep nesting', `{"id":5,"params":${'['.repeat(500_000)}`, '5', 'Serialization'],
  ])('error: %s', (_, text, id, tag) => {
    expect(refusal(text)).toEqual([id, tag])
  })

  test('accepts seven levels below the request', () => {
    expect(refusal(`{"id":5,"method":"m","params":${'['.repeat(7)}${']'.repeat(7)}}`)).toBe('request')
  })

  test('error: a frame above the limit is refused with its id, without parsing', () => {
    const text = `{"id":5,"method":"m","params":{"message":"${'x'.repeat(limit)}"}}`
    expect(refusal(text)).toEqual(['5', 'PayloadSizeExceeded'])
  })

  test('reads or refuses any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' }), jsonLike), (text) => {
        expect(['request', 'answer', 'unreadable']).toContain(read(text).type)
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 3_000) },
    )
  })

  test("returns a request's id byte for byte, whatever surrounds it", () => {
    const id = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 19n }).map(String),
      fc.stringMatching(/^[0-9a-zA-Z:._-]{1,64}$/).map((text) => JSON.stringify(text)),
    )
    const members = fc.array(fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 4 })), { maxLength: 5 })
    fc.assert(
      fc.property(id, members, members, fc.jsonValue({ maxDepth: 4 }), (token, before, after, params) => {
        const write = (some: [string, unknown][]) =>
          some
            .filter(([name]) => !['id', 'method', 'jsonrpc', 'params'].includes(name))
            .map(([name, value]) => `${JSON.stringify(name)} : ${JSON.stringify(value)}, `)
            .join('')
        const text = `{ ${write(before)}"id": ${token} ,${write(after)}"method":"m","params":${JSON.stringify(params)}}`
        const frame = read(text)
        expect(frame).toMatchObject({ type: 'request', idToken: token, method: 'm' })
        expect(frame.type === 'request' && frame.params).toEqual(JSON.parse(JSON.stringify(params)))
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 2_000) },
    )
  })
})

describe('scanFrame', () => {
  test('returns the depth of any JSON', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), fc.boolean(), (value, isSpaced) => {
        const text = JSON.stringify(value, null, isSpaced ? 2 : 0)
        expect(scanFrame(text).depth).toBe(depthOf(value))
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 1_000) },
    )
  })

  test('takes linear time for worst-case texts', () => {
    // Counts work instead of time: each text is a worst case for one of the loops, and quadratic work would not end.
    for (const unit of ['\\', '\\"', '"', '{"', '"id":', ':', ',"":']) {
      expect(scanFrame(`{"${unit.repeat(1_000_000 / unit.length)}`)).toBeDefined()
    }
  })
})

/** Texts that are nearly JSON-RPC. */
const jsonLike = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '"id"',
      '"method"',
      '"result"',
      '1',
      'null',
      ' ',
      '"m"',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))
