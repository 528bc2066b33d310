import { createHash } from 'node:crypto'

/** The files of a build by their path, pages included. */
export type BuildFiles = ReadonlyMap<string, Uint8Array>

/** Returns the hash that names a build: it is over the path and the content of every file, as `services/site/build.mjs` computes it. */
export function hashOf(files: BuildFiles): string {
  const sum = createHash('sha256')
  for (const [path, contents] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    sum.update(`${path}\0${createHash('sha256').update(contents).digest('hex')}\n`)
  return sum.digest('hex').slice(0, 32)
}
