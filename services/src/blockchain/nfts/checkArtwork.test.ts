import { describe, expect, test } from 'vitest'
import { checkArtwork } from './checkArtwork.js'

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${content}</svg>`

describe('checkArtwork', () => {
  test.each([
    ['shapes and text', svg('<rect width="9" height="9"/><text x="1">#12 &amp; &#x2605;</text>')],
    ['a style sheet', svg('<style>.a { fill: red; filter: url(#b) } text{font:bold 9px serif}</style>')],
    ['CDATA in a style', svg('<style><![CDATA[ a > b { fill: red } ]]></style>')],
    ['a font within', svg("<style>@font-face{font-family:a;src:url('data:font/woff2;base64,AAAA')}</style>")],
    ['animation', svg('<circle r="1"><animate attributeName="cx" values="0;9" dur="1s"/></circle>')],
    ['a picture within', svg('<image href="data:image/png;base64,AAAA" width="9"/>')],
    ['a reference within', svg('<defs><path id="a" d="M0 0z"/></defs><use href="#a"/>')],
    [
      'a file as programs write it',
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- a tool -->${svg('', ' xmlns:xlink="http://www.w3.org/1999/xlink"')}<!-- end -->\n`,
    ],
    ['single quotes and spaces', "<svg xmlns = 'http://www.w3.org/2000/svg'\n><g fill='none' /></svg>"],
  ])('lets through %s', (_name, text) => {
    expect(checkArtwork(text)).toBeUndefined()
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script with a prefix', svg('<s:script/>', ' xmlns:s="http://www.w3.org/2000/svg"')],
    ['a script in capitals', svg('<SCRIPT/>')],
    ['a handler', svg('<g/>', ' onload="alert(1)"')],
    ['a handler after a line', svg('<g fill="a"\nonclick="x"/>')],
    ['a handler after a slash', svg('<g/onclick="x"/>')],
    ['a handler without quotes', svg('<g onclick=x />')],
    ['foreign HTML', svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
    ['a link', svg('<a href="#b"/>')],
    ['a picture from elsewhere', svg('<image href="https://example.com/a.png"/>')],
    ['an SVG within', svg('<image href="data:image/svg+xml;base64,AAAA"/>')],
    ['a use from elsewhere', svg('<use href="a.svg#b"/>')],
    ['an old link', svg('<image xlink:href="//example.com/a"/>')],
    ['an animated link', svg('<image><set attributeName="href" to="https://a.example"/></image>')],
    ['an animated script', svg('<g><animate attributeName="x" to="javascript:alert(1)"/></g>')],
    ['style that fetches', svg('<rect style="fill:url(https://example.com)"/>')],
    ['a sheet that fetches', svg('<style>a{background:url(//example.com)}</style>')],
    ['a sheet that imports', svg('<style>@import "a.css"</style>')],
    ['an escape in a sheet', svg('<style>a{background:u\\72l(//a)}</style>')],
    ['an entity in a style', svg('<rect style="fill:&#117;rl(//a)"/>')],
    ['CDATA in a sheet that fetches', svg('<style><![CDATA[a{fill:url(//a)}]]></style>')],
    ['CDATA as text', svg('<text><![CDATA[<script>]]></text>')],
    ['an entity', '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'],
    ['an unknown entity', svg('<text>&a;</text>')],
    ['a style sheet beside', `<?xml-stylesheet href="a.css"?>${svg('')}`],
    ['HTML', '<html><body/></html>'],
    ['a page behind it', `${svg('')}<script/>`],
    ['a malformed comment', `<!-- -- >${svg('<script/>')}-->`],
    ['no end', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
    ['crossed ends', svg('<g><text></g></text>')],
    ['no namespace of its own', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['text', 'hello'],
    ['nothing', ''],
    ['a nest', svg(`${'<g>'.repeat(200)}${'</g>'.repeat(200)}`)],
  ])('refuses %s', (_name, text) => {
    expect(checkArtwork(text)).toEqual(expect.any(String))
  })

  test.each([
    'url(data:image/',
    'url("data:image/',
    "url('data:font/",
    'url(#a',
    'url( ',
    '"url(',
    'url(url',
  ])('a style sheet of a megabyte of %s is refused at once', (part) => {
    const text = part.repeat(1_000_000 / part.length)
    // A quadratic reading would exceed this test's time limit.
    expect(checkArtwork(svg(`<style>${text}</style>`))).toBe('an address')
    expect(checkArtwork(svg(`<style>${text})</style>`))).toBe('an address')
  })

  test('a megabyte of repeated text is checked in linear time', () => {
    const startedAt = performance.now()
    for (const part of [
      '<',
      '<g ',
      '<!--',
      '<![CDATA[',
      ' a="',
      "='",
      '&',
      '<g a="" ',
      '-',
      'url(',
      '&#',
      '\n',
    ])
      checkArtwork(`<svg ${part.repeat(1_000_000 / part.length)}`)
    checkArtwork(svg(`<path d="${'1 '.repeat(500_000)}"/>`))
    checkArtwork(svg(`<style>${'url( '.repeat(200_000)}</style>`))
    checkArtwork(svg('<g a="b"/>'.repeat(80_000)))
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
