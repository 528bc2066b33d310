import { describe, expect, test } from 'vitest'
import { parseJsonOr } from './parseJsonOr.js'

const broken = ['', '{', '{"a":1}}', "{'a':1}", 'undefined', '\u0000']

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
