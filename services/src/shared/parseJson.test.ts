import { describe, expect, test } from 'vitest'
import { parseJson, parseJsonOr } from './parseJson.js'

const broken = ['', '{', '{"a":1}}', "{'a':1}", 'undefined', '\u0000']

describe('parseJson', () => {
  test('returns the value, also if it is null or false', () => {
    expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] })
    expect(parseJson('null')).toBe(null)
    expect(parseJson('false')).toBe(false)
  })

  test.each(broken)('returns undefined for %j', (text) => {
    expect(parseJson(text)).toBeUndefined()
  })
})

describe('parseJsonOr', () => {
  const failure = (cause: unknown) => new RangeError('no JSON', { cause })

  test('returns the value, also if it is null', () => {
    expect(parseJsonOr('{"a":1}', failure)).toEqual({ a: 1 })
    expect(parseJsonOr('null', failure)).toBe(null)
  })

  test.each(broken)("throws the caller's error for %j, with the reason", (text) => {
    const error = (() => {
      try {
        return parseJsonOr(text, failure)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(RangeError)
    expect(error).toMatchObject({ cause: expect.any(SyntaxError) })
  })

  test("parses with the caller's parser, and throws the caller's error if that fails", () => {
    expect(parseJsonOr('1', failure, (text) => `${text}!`)).toBe('1!')
    const parse = () => {
      throw new TypeError('too large')
    }
    expect(() => parseJsonOr('1', failure, parse)).toThrow('no JSON')
  })
})
