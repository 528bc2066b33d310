import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildFiles, writeBuild } from '../../testing/writeBuild.js'
import { hashOf } from './hashOf.js'
import { ReleaseError, readRelease } from './readRelease.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
const good = writeBuild()
const bad = writeBuild({ 'page.js': 'changed()' })
afterAll(() => {
  rmSync(folder, { recursive: true })
  good.remove()
  bad.remove()
})

const plain = (files: ReadonlyMap<string, Uint8Array> | undefined) =>
  Object.fromEntries([...(files ?? [])].map(([path, contents]) => [path, Buffer.from(contents).toString()]))

test('a folder of builds, the folder of one build, and a tarball are the same release', () => {
  const tarball = join(folder, 'services.tgz')
  execFileSync('tar', [
    '-czf',
    tarball,
    '--transform',
    's,^,package/dist/site/,',
    '-C',
    good.directory,
    good.hash,
  ])
  for (const path of [good.directory, join(good.directory, good.hash), tarball]) {
    const builds = readRelease(path)
    expect([...builds.keys()]).toEqual([hashOf(buildFiles)])
    expect(plain(builds.get(good.hash))).toEqual(plain(buildFiles))
  }
})

test('error: a release whose files have another hash than its name', () => {
  expect(() => readRelease(bad.directory)).toThrow(/the files of [0-9a-f]{32} have the hash [0-9a-f]{32}/)
})

test('error: nothing there, no build, no tarball', () => {
  const noTar = join(folder, 'no.tgz')
  writeFileSync(noTar, 'no tarball')
  for (const path of [join(folder, 'nowhere'), folder, noTar])
    expect(() => readRelease(path)).toThrow(ReleaseError)
})
