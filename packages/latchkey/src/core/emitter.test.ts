import { expect, test, vi } from 'vitest'
import { createEmitter } from './emitter.js'

test('a listener is called until it unsubscribes', () => {
  const emitter = createEmitter<number>()
  const listener = vi.fn()
  const unsubscribe = emitter.subscribe(listener)
  emitter.emit(1)
  unsubscribe()
  emitter.emit(2)
  expect(listener.mock.calls).toEqual([[1]])
})

test('one function subscribed twice is two subscriptions', () => {
  const emitter = createEmitter<number>()
  const listener = vi.fn()
  const unsubscribe = emitter.subscribe(listener)
  emitter.subscribe(listener)
  unsubscribe()
  emitter.emit(1)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a listener that throws does not stop the next', () => {
  const emitter = createEmitter<number>()
  const queue = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
  const listener = vi.fn()
  emitter.subscribe(() => {
    throw new Error('mine')
  })
  emitter.subscribe(listener)
  emitter.emit(1)
  expect(listener).toHaveBeenCalledWith(1)
  expect(queue).toHaveBeenCalledTimes(1)
  queue.mockRestore()
})
