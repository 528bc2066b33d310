#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ReleaseError, readRelease } from './frame/verify/readRelease.js'
import { verifyFrame } from './frame/verify/verifyFrame.js'
import { messageOf } from './shared/log.js'

const usage = `Usage: latchkey-verify-frame SITE --project ID [options]

Compares the embedded wallet's site that a host serves with a release.

  SITE               the site's origin, like https://wallet.example.com
  --project ID       a project that the site knows
  --release PATH     a tarball of @latchkey/services or its folder; by default this package
  --hash HASH        the build that is expected; by default the one in the release
  --help             print this

It exits with 0 if the site is the release, with 1 if something differs, and with 2 if it could not compare.
`

/** The site in this package, seen from the sources and from the build alike. */
const ownSite = fileURLToPath(new URL('../dist/site', import.meta.url))

/** Returns the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      release: { type: 'string' },
      hash: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) return say(usage.trimEnd(), 0)
  const [address = ''] = positionals
  if (!/^https?:/.test(address) || !URL.canParse(address) || values.project === undefined)
    return complain(usage.trimEnd())
  const { hash, release } = chooseBuild(values)
  const site = new URL(address)
  const signal = AbortSignal.timeout(300_000)
  const found = await verifyFrame({ site, project: values.project, hash, release, signal })
  for (const line of found.differences) say(line, 1)
  if (found.differences.length > 0) return say(`${site.origin} does not serve ${hash}.`, 1)
  say(`${site.origin} serves ${hash}: ${found.files} files and their headers are those of the release.`, 0)
  return say(
    `Visitors of this project approve in ${found.approve === 'window' ? 'a window' : 'the frame'}.`,
    0,
  )
}

/** The build to expect. A hash alone is enough: it is over all files of its build. */
function chooseBuild(options: { readonly release?: string | undefined; readonly hash?: string | undefined }) {
  if (options.release === undefined && options.hash !== undefined)
    return { hash: options.hash, release: undefined }
  const builds = readRelease(options.release ?? ownSite)
  const [only, another] = builds.keys()
  if (options.hash === undefined && another !== undefined)
    throw new ReleaseError('The release has several builds: name one with --hash.')
  const hash = options.hash ?? only ?? ''
  const release = builds.get(hash)
  if (release === undefined) throw new ReleaseError(`The release has no build ${hash}.`)
  return { hash, release }
}

function say(line: string, code: number): number {
  process.stdout.write(`${line}\n`)
  return code
}

function complain(line: string): number {
  process.stderr.write(`${line}\n`)
  return 2
}

process.exit(await main().catch((error: unknown) => complain(messageOf(error))))
