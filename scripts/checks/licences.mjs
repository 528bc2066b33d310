// Checks package-lock.json: everything that ships is OSI-approved, nothing copyleft towards its users is installed, and
// each package is named by the hash of what is installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'
import { approvedLicences } from './approvedLicences.mjs'

/** Packages allowed only as a peer for tests, at exactly these versions; `undefined` means never. */
const restricted = [
  { name: /^@walletconnect\//, upTo: [2, 21, 8], isShipped: false },
  { name: /^@reown\/walletkit$/, upTo: [1, 2, 8], isShipped: false },
  { name: /^@reown\/appkit/, upTo: [1, 8, 0], isShipped: false },
  { name: /^@reown\//, upTo: [1, 8, 0], isShipped: false },
  { name: /^@metamask\/(sdk|connect-)/, upTo: undefined, isShipped: false },
  { name: /^@web3auth\//, upTo: undefined, isShipped: false },
]

/** @type {{ packages: { [path: string]: { version?: string, license?: string, link?: boolean, integrity?: string, resolved?: string, dependencies?: {[n:string]:string}, optionalDependencies?: {[n:string]:string}, peerDependencies?: {[n:string]:string} } } }} */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const shipped = reachableFrom(['packages/latchkey', 'packages/sign-client', 'services'])
/** @type {string[]} */
const problems = []

for (const [path, entry] of Object.entries(lock.packages)) {
  const name = nameOf(path)
  if (name === undefined || entry.link) continue
  if (!entry.integrity?.startsWith('sha512-')) problems.push(`${name}@${entry.version}: no sha512 hash`)
  const rule = restricted.find(({ name: pattern }) => pattern.test(name))
  if (rule !== undefined) {
    if (rule.upTo === undefined || isNewer(entry.version ?? '', rule.upTo)) {
      problems.push(`${name}@${entry.version}: may not be installed`)
    }
    if (shipped.has(path)) problems.push(`${name}@${entry.version}: may not ship`)
  }
  if (shipped.has(path) && !approvedLicences.has(licenceOf(path, entry))) {
    problems.push(
      `${name}@${entry.version}: licence ${licenceOf(path, entry) || 'unknown'} is not on the list`,
    )
  }
}

for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0
    ? `licences: ${shipped.size} shipped packages, all approved`
    : `licences: ${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)

/** Returns the paths of all dependencies of some of our packages. @param {readonly string[]} workspaces */
function reachableFrom(workspaces) {
  /** @type {Set<string>} */
  const found = new Set()
  const queue = [...workspaces]
  for (const path of queue) {
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolvePath(path, name)
      if (target === undefined || found.has(target)) continue
      const real = lock.packages[target]?.link ? (lock.packages[target]?.resolved ?? target) : target
      if (!lock.packages[target]?.link) found.add(target)
      queue.push(real)
    }
  }
  return found
}

// Resolves like Node: the nearest node_modules upwards.
/** @param {string} from @param {string} name */
function resolvePath(from, name) {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (candidate in lock.packages) return candidate
    if (folder === '') return undefined
  }
}

/** @param {string} path */
function nameOf(path) {
  const index = path.lastIndexOf('node_modules/')
  return index === -1 ? undefined : path.slice(index + 'node_modules/'.length)
}

/** @param {string} path @param {{ license?: string }} entry */
function licenceOf(path, entry) {
  if (entry.license !== undefined) return entry.license
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).license ?? ''
  } catch {
    // A package for another system, which is not installed here and has no licence in the lock file.
    return ''
  }
}

/** @param {string} version @param {readonly number[]} limit */
function isNewer(version, limit) {
  const parts = version.split(/[.-]/).map(Number)
  for (const [index, bound] of limit.entries()) {
    const part = parts[index] ?? 0
    if (part !== bound) return part > bound
  }
  return false
}
