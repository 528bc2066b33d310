import { describe, expect, test } from 'vitest'
import { currentView, pop, push, type RouteStack, replace, reset } from './router.js'

const connect = { name: 'Connect' }
const networks = { name: 'Networks' }
const unsupported = { name: 'UnsupportedChain' }
const wallet = (id: string) => ({ name: 'Downloads', parameters: { wallet: { id } } })

describe('push', () => {
  test('adds a view', () => {
    expect(push([connect], networks)).toEqual([connect, networks])
  })

  test('ignores a view equal to the current one', () => {
    const stack: RouteStack = [connect, wallet('a')]
    expect(push(stack, wallet('a'))).toBe(stack)
  })

  test('takes the same view with other parameters', () => {
    expect(push([wallet('a')], wallet('b'))).toEqual([wallet('a'), wallet('b')])
  })
})

test('reset replaces the whole history', () => {
  expect(reset(networks)).toEqual([networks])
})

describe('replace', () => {
  test('swaps the last entry', () => {
    expect(replace([connect, networks], wallet('a'))).toEqual([connect, wallet('a')])
  })

  test('swaps the only entry', () => {
    expect(replace([connect], networks)).toEqual([networks])
  })
})

describe('pop', () => {
  test('goes back', () => {
    expect(pop([connect, networks])).toEqual([connect])
  })

  test('closes from the only entry', () => {
    expect(pop([connect])).toBeNull()
  })

  test('closes where an unsupported chain is in the history', () => {
    expect(pop([unsupported, networks])).toBeNull()
    expect(pop([connect, unsupported])).toBeNull()
  })
})

test('the last entry shows', () => {
  expect(currentView([connect, networks])).toBe(networks)
})
