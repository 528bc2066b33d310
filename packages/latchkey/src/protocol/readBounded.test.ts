import { describe, expect, test, vi } from 'vitest'
import { readBounded } from './readBounded.js'

/** A body in these parts, and the number of times that it was asked for one. */
function bodyOf(...parts: readonly (readonly number[])[]) {
  const left = parts.map((part) => Uint8Array.from(part))
  return vi.fn(async () => {
    const value = left.shift()
    return value === undefined ? { done: true } : { done: false, value }
  })
}

describe('a body', () => {
  test.each([
    ['without parts', [], []],
    ['of one part', [[1, 2]], [[1, 2]]],
    ['of parts that reach the limit', [[1, 2], [], [3]], [[1, 2], [], [3]]],
  ])('%s is read', async (_, parts, read) => {
    expect((await readBounded(bodyOf(...parts), 3))?.map((part) => [...part])).toEqual(read)
  })

  test('over the limit is not read, nor is more asked for', async () => {
    const next = bodyOf([1, 2], [3, 4], [5])
    const onBytes = vi.fn()
    expect(await readBounded(next, 3, onBytes)).toBeUndefined()
    expect(next).toHaveBeenCalledTimes(2)
    expect(onBytes.mock.calls).toEqual([[2]])
  })

  test('is not read further once the caller has enough, or if it breaks off', async () => {
    const next = bodyOf([1], [2])
    const enough = () => {
      throw new RangeError('enough')
    }
    await expect(readBounded(next, 3, enough)).rejects.toThrow('enough')
    expect(next).toHaveBeenCalledOnce()
    await expect(readBounded(() => Promise.reject(new Error('broken')), 3)).rejects.toThrow('broken')
  })
})
