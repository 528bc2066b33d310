// Installs the packed packages into an empty folder, as a host does, and reports how many packages and bytes `npm i
// latchkey` brings, their licences, and the contents of ours. Then imports every entry in Node and in TypeScript, with
// the oldest peers that package.json allows and with the newest that this repository has. Installs the services in the
// same way, starts them and signs in with each chain family. Prints the numbers and each problem.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, root } from '../install.mjs'
import { packPackages } from '../pack.mjs'
import { lookAtInstall } from './install/lookAtInstall.mjs'
import { packedServicesProblems } from './install/packedServices.mjs'
import { typeErrors } from './install/typeErrors.mjs'

/** Without peers. README.md promises four packages and under 6 MB in total. */
const limits = { packages: 15, bytes: 6_000_000 }

/** The entries that need a peer; the check imports all others without any. */
const needsPeer = new Map([
  ['latchkey/react', 'react'],
  ['latchkey/wagmi', 'viem'],
  ['latchkey/ethers', 'ethers'],
  ['latchkey/appkit/react', 'react'],
  ['latchkey/appkit/networks', 'viem'],
  ['latchkey/appkit/wagmi', 'wagmi'],
  ['latchkey/appkit/solana', '@solana/web3.js'],
  ['latchkey/appkit/solana/react', '@solana/web3.js'],
  ['latchkey/appkit/wallet-button/react', 'react'],
])

/** @typedef {{ name: string, exports: Record<string, unknown>, peerDependencies?: Record<string, string> }} Manifest */

/** @type {string[]} */
const problems = []
// Outside the repository, because Node would find the repository's packages from a folder inside it.
const workshop = mkdtempSync(join(tmpdir(), 'latchkey-install-'))
try {
  const packs = await packPackages()
  const ours = packs.filter(({ name }) => name !== '@latchkey/services')
  const tarballs = ours.map(({ tarball }) => tarball)

  const bare = install('without peers', tarballs) ?? fail(problems.join('\n'))
  const seen = lookAtInstall(bare, { ours: ours.map(({ name }) => name), forbidden: [root, workshop] })
  problems.push(...seen.problems)
  if (seen.packages > limits.packages) problems.push(`${seen.packages} packages; ${limits.packages} may be`)
  if (seen.bytes > limits.bytes) problems.push(`${seen.bytes} bytes; ${limits.bytes} may be`)
  const told = `installs ${['no', 'one', 'two', 'three', 'four', 'five'][seen.packages]} packages, under ${limits.bytes / 1_000_000} MB in total`
  for (const page of ['README.md', 'docs/guides/introduction.md']) {
    if (!readFileSync(join(root, page), 'utf8').includes(told)) problems.push(`${page} does not say: ${told}`)
  }
  const entries = ours.flatMap(({ name }) => entriesOf(bare, name))
  importAll('without peers', bare, entries, needsPeer)
  const typedAlone = entries.filter(
    (entry) => !needsPeer.has(entry) && entry !== 'latchkey/testing/playwright',
  )
  for (const error of typeErrors(bare, typedAlone, 'bundler')) problems.push(`without peers: ${error}`)

  for (const [age, peers] of Object.entries({ oldest: oldestPeers(bare), newest: newestPeers(bare) })) {
    const folder = install(`${age} peers`, [...tarballs, ...peers])
    if (folder === undefined) continue
    // The oldest wagmi depends on packages that may not be installed here; the unit tests use its core instead.
    const known = entries.filter((entry) => age === 'newest' || entry !== 'latchkey/appkit/wagmi')
    importAll(`${age} peers`, folder, known)
    for (const resolution of /** @type {const} */ (['bundler', 'nodenext'])) {
      for (const error of typeErrors(folder, known, resolution))
        problems.push(`${age} peers, ${resolution}: ${error}`)
    }
  }

  const withServices = install(
    'services',
    packs.map(({ tarball }) => tarball),
  )
  if (withServices !== undefined) {
    const ofServices = { ours: ['@latchkey/services'], forbidden: [root, workshop] }
    problems.push(...lookAtInstall(withServices, ofServices).problems)
    problems.push(...(await packedServicesProblems(withServices)))
  }

  const megabytes = (seen.bytes / 1_000_000).toFixed(2)
  console.log(
    `install: ${seen.packages} packages of ${limits.packages}, ${megabytes} MB of ${limits.bytes / 1_000_000}; ${entries.length} entries`,
  )
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 ? 0 : 1)

/** @param {string} name @param {readonly string[]} packages @returns {string | undefined} The folder. */
function install(name, packages) {
  const folder = join(workshop, name.replaceAll(' ', '-'))
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = [
    '--omit=peer',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status, stderr } = spawnSync(npm, ['install', ...flags, ...packages], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return folder
  problems.push(`${name}: npm install failed\n${stderr}`)
  return undefined
}

/**
 * Returns the import specifiers that hosts may use.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {readonly string[]}
 */
function entriesOf(folder, name) {
  const entries = Object.keys(manifestOf(folder, name).exports).filter((path) => !path.endsWith('.json'))
  return entries.map((path) => path.replace(/^\./, name))
}

/** @param {string} folder @param {string} name @returns {Manifest} */
function manifestOf(folder, name) {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
}

/** The lower end of each range. @param {string} folder */
function oldestPeers(folder) {
  const peers = Object.entries(manifestOf(folder, 'latchkey').peerDependencies ?? {})
  const oldest = peers
    .filter(([name]) => name !== 'wagmi')
    .map(([name, range]) => `${name}@${/\d+\.\d+\.\d+/.exec(range)?.[0]}`)
  return [...oldest, '@types/react@18.2.0', '@types/react-dom@18.2.0']
}

/** Returns the peer versions that the other checks use. @param {string} folder */
function newestPeers(folder) {
  const names = Object.keys(manifestOf(folder, 'latchkey').peerDependencies ?? {})
  // The last one is a peer of wagmi.
  return [...names, '@types/react', '@types/react-dom', '@tanstack/react-query'].map(versionHere)
}

/** @param {string} name */
function versionHere(name) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  return `${name}@${version}`
}

/** @param {string} where @param {string} folder @param {readonly string[]} entries @param {ReadonlyMap<string, string>} missing */
function importAll(where, folder, entries, missing = new Map()) {
  const program = `for (const entry of ${JSON.stringify(entries)}) {
    try { if (Object.keys(await import(entry)).length === 0) console.log(entry, 'has no exports') }
    catch (error) { console.log(entry, error.message.split('\\n')[0]) }
  }`
  const file = join(folder, 'import.mjs')
  writeFileSync(file, program)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) problems.push(`${where}: ${stderr}`)
  const failed = new Map(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.split(' ')[0] ?? '', line]),
  )
  for (const [entry, line] of failed) {
    const peer = missing.get(entry)
    if (peer === undefined || !line.includes(`'${peer}'`)) problems.push(`${where}: ${line}`)
  }
  for (const entry of missing.keys()) {
    if (!failed.has(entry)) problems.push(`${where}: ${entry} needs no peer; strike it from the list`)
  }
}
