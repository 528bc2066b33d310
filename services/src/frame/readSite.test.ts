import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importMap, testSiteHash, writeTestSite } from '../testing/writeTestSite.js'
import { readSite, SiteMissingError } from './readSite.js'

const { directory, remove } = writeTestSite()
afterAll(remove)

test('reads the pages and the files of a build, and compresses what gets smaller', () => {
  const { hash, builds } = readSite(directory)
  const build = builds.get(hash)
  expect(hash).toBe(testSiteHash)
  expect(build?.frame).toEqual({
    before: '<!doctype html><html><head>',
    after: `<title>frame</title>${importMap}</head><body></body></html>`,
    inline: [expect.stringMatching(/^'sha256-[\w+/]{43}='$/)],
  })
  expect([...(build?.files.keys() ?? [])].sort()).toEqual(['app-1a2b.js', 'app-3c4d.css'])
  const script = build?.files.get('app-1a2b.js')
  expect(script?.packed?.length).toBeLessThan(script?.body.length ?? 0)
})

test('the newest of several builds is the one for hosts that name none', () => {
  const newer = 'f'.repeat(32)
  mkdirSync(join(directory, newer, 'window'), { recursive: true })
  for (const path of ['index.html', 'window/index.html'])
    writeFileSync(join(directory, newer, path), '<head>')
  const soon = Date.now() / 1_000 + 60
  utimesSync(join(directory, newer, 'index.html'), soon, soon)
  const { hash, builds } = readSite(directory)
  expect([hash, builds.size]).toEqual([newer, 2])
  rmSync(join(directory, newer), { recursive: true })
})

test('error: no build, or a page without a place for its settings', () => {
  expect(() => readSite(join(directory, 'nowhere'))).toThrow(SiteMissingError)
  expect(() => readSite(join(directory, testSiteHash))).toThrow(/npm run build/)
  const broken = 'e'.repeat(16)
  mkdirSync(join(directory, broken, 'window'), { recursive: true })
  for (const path of ['index.html', 'window/index.html'])
    writeFileSync(join(directory, broken, path), '<body>')
  expect(() => readSite(directory)).toThrow(/no <head>/)
  rmSync(join(directory, broken), { recursive: true })
})
