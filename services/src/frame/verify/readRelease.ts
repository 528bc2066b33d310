import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type BuildFiles, hashOf } from './hashOf.js'
import { readTar } from './readTar.js'

/** The release cannot be read, or is not what its name says. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

/** Most bytes of an unpacked tarball. */
const mostBytes = 200_000_000

/**
 * Reads the builds of the wallet's site in a release, by their hash: a tarball of the package, its folder, or the folder of one
 * build.
 *
 * @throws {@link ReleaseError}
 */
export function readRelease(path: string): ReadonlyMap<string, BuildFiles> {
  if (!existsSync(path)) throw new ReleaseError(`${path} does not exist`)
  const builds = new Map<string, Map<string, Uint8Array>>()
  for (const [name, contents] of filesAt(path)) {
    const [, hash, file] = /(?:^|\/)([0-9a-f]{32})\/(.+)$/.exec(name) ?? []
    if (hash === undefined || file === undefined) continue
    const build = builds.get(hash) ?? new Map<string, Uint8Array>()
    builds.set(hash, build.set(file, contents))
  }
  if (builds.size === 0) throw new ReleaseError(`${path} holds no build of the wallet's site`)
  for (const [hash, files] of builds) {
    const found = hashOf(files)
    if (found !== hash) throw new ReleaseError(`${path}: the files of ${hash} have the hash ${found}`)
  }
  return builds
}

/** The files of a tarball or a folder, with the last part of the folder's own path, which may be a hash. */
function filesAt(path: string): ReadonlyMap<string, Uint8Array> {
  if (statSync(path).isDirectory()) {
    const site = join(path, 'dist/site')
    return filesBelow(existsSync(site) ? site : path)
  }
  try {
    return readTar(gunzipSync(readFileSync(path), { maxOutputLength: mostBytes }))
  } catch (cause) {
    throw new ReleaseError(`${path} is no tarball of the package`, { cause })
  }
}

function filesBelow(folder: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const above = join(folder, '..')
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(relative(above, path).split(sep).join('/'), readFileSync(path))
  }
  return files
}
