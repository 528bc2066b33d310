import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { watchListing } from './listing.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-wallets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function setUp(wallets: string | undefined) {
  const lines: string[] = []
  let now = 0
  const context = createContext({
    settings: { wallets },
    clock: { now: () => now, steadyNow: () => now, setTimeout: () => () => undefined },
    log: createLog({ level: 'info', now: () => now, write: (line) => lines.push(line) }),
  })
  const listing = watchListing(context)
  const names = () =>
    listing()
      .find({ page: 1, entries: 100, search: 'acme' })
      .data.map(({ name }) => name)
  return { listing, lines, names, pass: (milliseconds: number) => (now += milliseconds) }
}

const acme = (name: string, fields: object = {}) =>
  JSON.stringify([{ id: 'acme', name, order: 1, ...fields }])

describe('watchListing', () => {
  test('the built-in wallets, each with a picture', () => {
    const { listing } = setUp(undefined)
    const { data, count } = listing().find({ page: 1, entries: 1_000 })
    expect(data).toHaveLength(count)
    for (const { id, name } of data) expect(listing().picture(id), name).toBeDefined()
    expect(listing().picture('nobody')).toBeUndefined()
  })

  test("overlays the host's wallets and their own pictures", () => {
    write('acme.svg', `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg}`)
    const { listing } = setUp(write('wallets.json', acme('Acme', { image: 'acme.svg' })))
    expect(listing().find({ page: 1, entries: 1 }).data[0]?.name).toBe('Acme')
    expect(listing().picture('acme')).toEqual({ type: 'image/svg+xml', body: svg })
  })

  test('detects PNG, JPEG and WebP by their first bytes, whatever the file name', () => {
    write('acme.jpg', png)
    const { listing } = setUp(write('wallets.json', acme('Acme', { image: 'acme.jpg' })))
    expect(listing().picture('acme')).toEqual({ type: 'image/png', body: png })
  })

  test('a wallet without a picture gets its initials', () => {
    const { listing } = setUp(write('wallets.json', acme('Acme')))
    expect(listing().picture('acme')).toMatchObject({ body: expect.stringContaining('>A</text>') })
  })

  test('a hidden wallet is not listed', () => {
    const { listing } = setUp(undefined)
    const [first] = listing().find({ page: 1, entries: 1 }).data
    const hiding = setUp(write('wallets.json', JSON.stringify([{ id: first?.id, hidden: true }])))
    expect(hiding.listing().find({ page: 1, entries: 1, include: [first?.id ?? ''] }).count).toBe(0)
  })

  test.each([
    ['a missing file', () => join(folder, 'none.json'), /none\.json:\nENOENT/],
    ['a bad entry', () => write('w.json', '[{"id":"a"}]'), /w\.json:\nentry 1 \(a\): name: /],
    [
      'a missing picture',
      () => write('w.json', acme('Acme', { image: 'x.png' })),
      /Acme: image: x\.png: ENOENT/,
    ],
    [
      'a picture with a script',
      () => {
        write('x.svg', svg.replace('<path', '<script/><path'))
        return write('w.json', acme('Acme', { image: 'x.svg' }))
      },
      /Acme: image: x\.svg: .*must not be served: <script>/,
    ],
    [
      'a file that is no picture',
      () => {
        write('x.png', 'hello')
        return write('w.json', acme('Acme', { image: 'x.png' }))
      },
      /is neither SVG nor PNG, JPEG or WebP/,
    ],
    [
      'a huge picture',
      () => {
        write('x.png', new Uint8Array(300 * 1024))
        return write('w.json', acme('Acme', { image: 'x.png' }))
      },
      /is larger than 262144 bytes/,
    ],
  ])('error: %s, at the start', (_name, path, message) => {
    expect(() => setUp(path())).toThrow(message)
  })

  test('reloads a changed file after a moment, and keeps the last valid one if it is invalid', () => {
    const path = write('wallets.json', acme('Acme one'))
    const { names, lines, pass } = setUp(path)
    expect(names()).toEqual(['Acme one'])

    write('wallets.json', acme('Acme the second'))
    expect(names()).toEqual(['Acme one'])
    pass(2_000)
    expect(names()).toEqual(['Acme the second'])
    expect(lines.at(-1)).toContain('explorer.wallets.read')

    write('wallets.json', '[{"id":')
    pass(2_000)
    expect(names()).toEqual(['Acme the second'])
    expect(lines.at(-1)).toContain('must hold valid JSON')

    rmSync(path)
    pass(2_000)
    expect(names()).toEqual(['Acme the second'])
    const { length } = lines
    pass(2_000)
    names()
    expect(lines).toHaveLength(length)

    write('wallets.json', acme('Acme is back'))
    pass(2_000)
    expect(names()).toEqual(['Acme is back'])
  })
})
