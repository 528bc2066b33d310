import { describe, expect, test } from 'vitest'
import { resetRoutes } from './resetRoutes.js'
import { currentView, pop, push, type RouteStack, replace } from './router.js'

const connect = { name: 'Connect' }
const networks = { name: 'Networks' }
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
  expect(resetRoutes(networks)).toEqual([networks])
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
})

test('the last entry is the current view', () => {
  expect(currentView([connect, networks])).toBe(networks)
})
