import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readBounded } from './readBounded.js'

const parts = () => [Buffer.from('ab'), Buffer.from('cd')]
const enough = () => {
  throw new RangeError('enough')
}

test.each([null, undefined])('no body is empty: %s', async (body) => {
  expect((await readBounded(body, 4))?.length).toBe(0)
})

describe('a stream of Node', () => {
  test('is read up to the limit', async () => {
    expect((await readBounded(Readable.from(parts()), 4))?.toString()).toBe('abcd')
  })

  test('that is longer, or of which the caller has enough, is ended', async () => {
    const longer = Readable.from(parts())
    expect(await readBounded(longer, 3)).toBeUndefined()
    const refused = Readable.from(parts())
    await expect(readBounded(refused, 4, enough)).rejects.toThrow('enough')
    expect([longer.destroyed, refused.destroyed]).toEqual([true, true])
  })

  test('that breaks off fails with its reason', async () => {
    const broken = Readable.from(parts())
    broken.destroy(new Error('broken'))
    await expect(readBounded(broken, 4)).rejects.toThrow('broken')
  })
})

test('a web stream is read, and cancelled if it is longer', async () => {
  const read = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts()) controller.enqueue(part)
      controller.close()
    },
  })
  expect((await readBounded(read, 4))?.toString()).toBe('abcd')
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel() {
      isCancelled = true
    },
  })
  expect(await readBounded(endless, 25)).toBeUndefined()
  expect(isCancelled).toBe(true)
})
