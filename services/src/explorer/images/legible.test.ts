import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.js'
import { legible } from './legible.js'

const icon = (tile: string, mark: string, rest = '') =>
  `<svg viewBox="0 0 24 24"><g clip-path="url(#a)"><path fill="${tile}" d="M24 0H0v24h24z"/><path fill="${mark}" d="M4 4h16z"/>${rest}</g><defs><clipPath id="a"><path fill="#fff" d="M0 0h24v24H0z"/></clipPath></defs></svg>`

describe('legible', () => {
  test('a white mark on a light tile becomes black, and the clip stays', () => {
    expect(legible(icon('#FCFE52', '#fff'))).toBe(icon('#FCFE52', '#000'))
    expect(legible(icon('#0FF', '#fff'))).toBe(icon('#0FF', '#000'))
  })

  test.each([
    ['a white mark on a tile it stands out from', icon('#FF5C16', '#fff')],
    ['a mark of another colour', icon('#fff', '#FF5C16')],
    ['a mark of several colours', icon('#fff', '#fff', '<path fill="#75BC6E" d="M1 1h2z"/>')],
    ['a mark with a gradient', icon('#fff', '#fff', '<path fill="url(#b)" d="M1 1h2z"/>')],
    ['a tile with a gradient', icon('url(#b)', '#fff')],
    ['no tile', '<svg viewBox="0 0 24 24"><path fill="#fff" d="M4 4h16z"/></svg>'],
    ['nothing', ''],
  ])('%s stays as it is', (_name, svg) => {
    expect(legible(svg)).toBe(svg)
  })
})

describe('contrast', () => {
  test('is from 1 to 21, in either order of the colours', () => {
    expect(contrast('#ffffff', '#fff')).toBe(1)
    expect(contrast('#000', '#ffffff')).toBe(21)
    expect(contrast('#ffffff', '#000')).toBe(21)
  })
})
