import { expect, test } from 'vitest'
import { createPlaces } from './places.js'

/** Runs work that ends when the test says so, on 16 places with a line of 100. */
function setUp() {
  const places = createPlaces({ atOnce: 16, waiting: 100 })
  const started: string[] = []
  const ends = new Map<string, (() => void)[]>()

  return {
    started,
    /** Asks for `count` places for a client; each answer is the reason why the line refused it, if it did. */
    ask(client: string, count = 1, project?: string) {
      return Array.from({ length: count }, () =>
        places
          .inTurn({ client, project }, () => {
            started.push(client)
            return new Promise<void>((end) => ends.set(client, [...(ends.get(client) ?? []), end]))
          })
          .catch((error: Error) => error.message),
      )
    },
    /** Ends the oldest work of a client. */
    async end(client: string) {
      ends.get(client)?.shift()?.()
      await settle()
    },
    async running() {
      await settle()
      return [...ends.values()].flat().length
    },
  }
}

const settle = () => new Promise(setImmediate)
const counted = (names: readonly string[], wanted: string) => names.filter((name) => name === wanted).length

test('a client takes half of the places, and leaves the others for others', async () => {
  const { ask, running, started } = setUp()
  ask('slow', 20)
  expect(await running()).toBe(8)
  ask('second', 20)
  expect(await running()).toBe(12)
  ask('third')
  await settle()
  expect(started.at(-1)).toBe('third')
})

test('work in the line starts when its client has less running than is free', async () => {
  const { ask, end, started } = setUp()
  ask('slow', 20)
  ask('second', 20)
  await settle()
  await end('slow')
  // 7 of the first client and 4 of the second are running, so 5 places are free.
  expect(counted(started, 'second')).toBe(5)
  expect(counted(started, 'slow')).toBe(8)
})

test('clients in the line take turns', async () => {
  const { ask, end, started } = setUp()
  for (let index = 0; index < 16; index++) ask(`holder ${index}`)
  ask('first', 5)
  ask('second', 1)
  ask('third', 1)
  await settle()
  for (const index of [0, 1, 2]) await end(`holder ${index}`)
  expect(started.slice(16)).toEqual(['first', 'second', 'third'])
})

test('a client that fills its share of the line is refused, and others are not', async () => {
  const { ask, end, started } = setUp()
  for (let index = 0; index < 16; index++) ask(`holder ${index}`)
  ask('slow', 50)
  expect(await ask('slow')[0]).toBe('too much at once')
  ask('other')
  await settle()
  await end('holder 0')
  await end('holder 1')
  expect(started.slice(16)).toEqual(['slow', 'other'])
})

test('many clients of one project leave places for another project', async () => {
  const { ask, running, started } = setUp()
  for (let index = 0; index < 16; index++) ask(`client ${index}`, 1, 'shop')
  expect(await running()).toBe(12)
  ask('visitor', 1, 'game')
  await settle()
  expect(started.at(-1)).toBe('visitor')
})

test('work that fails gives its place back', async () => {
  const places = createPlaces({ atOnce: 2, waiting: 2 })
  const fail = () => Promise.reject(new Error('broken'))
  const caller = { client: 'one', project: undefined }
  for (let index = 0; index < 5; index++) await expect(places.inTurn(caller, fail)).rejects.toThrow('broken')
  await expect(places.inTurn(caller, async () => 'done')).resolves.toBe('done')
})
