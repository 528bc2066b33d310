import { describe, expect, test } from 'vitest'
import { checkSvg } from './checkSvg.js'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

describe('checkSvg', () => {
  test.each([
    svg(''),
    `${svg('<path fill="#fff" d="M0 0h24v24z"/>')}\n`,
    svg(
      '<g clip-path="url(#a)"><path d="M0 0"/></g><defs><clipPath id="a"><path d="M0 0"/></clipPath></defs>',
    ),
    svg('<mask id="m" style="mask-type:luminance"><path d="M0 0"/></mask>'),
    svg('<text x="1" font-family="system-ui, sans-serif">$</text>'),
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ])('takes what only draws: %s', (text) => {
    expect(checkSvg(text)).toBeUndefined()
  })

  test.each([
    ['script', svg('<script>alert(1)</script>')],
    ['script in other letters', svg('<SCRIPT>alert(1)</SCRIPT>')],
    ['a handler', svg('<path onload="alert(1)" d="M0 0"/>')],
    ['a handler on the root', svg('', ' onload="alert(1)"')],
    ['foreign HTML', svg('<foreignObject><p>x</p></foreignObject>')],
    ['a picture elsewhere', svg('<image href="https://evil.example/x.png"/>')],
    ['use of another document', svg('<use href="https://evil.example/x.svg#a"/>')],
    ['a link', svg('<a href="https://evil.example"><path d="M0 0"/></a>')],
    ['an old link', svg('<path xlink:href="https://evil.example" d="M0 0"/>')],
    ['an animation that sets an address', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['a paint from elsewhere', svg('<path fill="url(https://evil.example/#a)" d="M0 0"/>')],
    ['a paint from a relative file', svg('<path fill="url(other.svg#a)" d="M0 0"/>')],
    ['a style that fetches', svg('<path style="background:url(//evil.example)" d="M0 0"/>')],
    ['a style sheet', svg('<style>@import "//evil.example"</style>')],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
    ['an XML declaration', `<?xml version="1.0"?>${svg('')}`],
    ['a comment', svg('<!-- <script> -->')],
    ['character data', svg('<![CDATA[<script>]]>')],
    ['a character reference', svg('<text>&#60;script&#62;</text>')],
    ['text outside text', svg('alert(1)')],
    ['another root', '<html xmlns="http://www.w3.org/2000/svg"></html>'],
    ['a second root', svg('') + svg('')],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"></svg>'],
    ['an attribute without quotes', '<svg xmlns=http://www.w3.org/2000/svg></svg>'],
    ['an attribute in single quotes', "<svg xmlns='http://www.w3.org/2000/svg'></svg>"],
    ['crossed tags', svg('<g><mask></g></mask>')],
    ['an end without its start', `</g>${svg('')}`],
    ['no end', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['nothing', ''],
    ['HTML', '<!doctype html><title>502</title>'],
  ])('refuses %s', (_name, text) => {
    expect(checkSvg(text)).toBeTypeOf('string')
  })

  test('refuses a long hostile text quickly', () => {
    expect(checkSvg(svg(`<path d="${'a'.repeat(200_000)}<"/>`))).toBeTypeOf('string')
    expect(checkSvg(svg(`<path ${'x="" '.repeat(50_000)}`))).toBeTypeOf('string')
  })
})
