// Checks the allowed imports between the areas of the library and of the repository, and what code may look at: windows,
// connections to elsewhere, the names of screens. Prints each place that is not allowed.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'
import { outboundProblems } from './outboundDoors.mjs'
import { screenNameProblems } from './screenNames.mjs'

/**
 * The folders of `packages/latchkey/src`, each with the folders from which it may import. The root file `createKit.ts`
 * combines all features and may import everything except `react`; `exports` only re-exports.
 *
 * @type {{ readonly [room: string]: readonly string[] }}
 */
const rooms = {
  protocol: [],
  networks: ['protocol'],
  core: ['protocol'],
  locales: [],
  features: ['core', 'locales', 'protocol', 'siwx'],
  connectors: ['core', 'protocol'],
  embedded: ['connectors', 'core', 'features', 'frame', 'protocol', 'react', 'react/embedded'],
  adapters: ['connectors', 'core', 'networks', 'protocol', 'siwx'],
  frame: ['core', 'protocol'],
  createKit: ['adapters', 'connectors', 'core', 'features', 'protocol'],
  'react/styles': ['protocol'],
  'react/shadow': ['core', 'features', 'protocol', 'react', 'react/styles'],
  'react/ui': ['react/styles', 'react/shadow'],
  'react/locales': ['features', 'locales', 'protocol', 'react'],
  // The embedded wallet's screens, with texts of their own, which only hosts with that wallet load.
  'react/embedded': [
    ...['core', 'features', 'locales', 'protocol'],
    ...['react', 'react/locales', 'react/shadow', 'react/styles', 'react/ui'],
  ],
  react: [
    ...['core', 'features', 'protocol', 'react/styles', 'react/shadow', 'react/ui', 'react/locales'],
    'react/embedded',
  ],
  // Tests of screens draw a kit of `testing`, and the embedded wallet with the frame that `testing` drives.
  'react/testing': ['core', 'embedded', 'features', 'protocol', 'react', 'testing'],
  siwx: ['protocol'],
  csp: ['core', 'networks', 'protocol'],
  mount: ['core', 'createKit', 'features', 'protocol', 'react'],
  element: ['core', 'features', 'locales', 'mount', 'protocol', 'react', 'react/locales', 'react/styles'],
  bridges: [
    'adapters',
    'connectors',
    'core',
    'createKit',
    'element',
    'features',
    'mount',
    'networks',
    'protocol',
    'react',
    'siwx',
  ],
  testing: [
    ...['adapters', 'connectors', 'core', 'createKit', 'embedded', 'features', 'frame', 'networks'],
    'protocol',
  ],
  exports: ['*'],
}

/** The packages that each area may import; none if the area has no entry. @type {{ [room: string]: RegExp }} */
const packages = {
  protocol: /^(valibot$|@noble\/hashes\/)/,
  core: /^(valibot|zustand\/vanilla)$/,
  features: /^valibot$/,
  frame: /^valibot$/,
  connectors: /^@latchkey\/sign-client$/,
  adapters:
    /^(viem(\/|$)|valibot$|@solana\/kit$|@noble\/hashes\/|@scure\/(base|btc-signer)$|@polkadot-api\/)/,
  'react/shadow': /^react(-dom)?$/,
  'react/testing': /^(react(-dom\/client)?|vitest)$/,
  'react/embedded': /^react$/,
  'react/ui': /^(react|qr(\/decode.js)?)$/,
  'react/locales': /^react$/,
  react: /^react(-dom)?$/,
  siwx: /^(viem|@noble|@scure)(\/|$)/,
  mount: /^react(-dom\/client)?$/,
  element: /^react(-dom)?$/,
  bridges: /^(viem|wagmi|@wagmi\/core|ethers|react|@solana\/web3\.js)(\/|$)/,
  testing:
    /^(viem|valibot|@noble\/(curves\/(ed25519|secp256k1)\.js$|hashes\/(blake2|utils)\.js$)|@scure\/(base$|btc-signer|sr25519)|@polkadot-api\/substrate-bindings|@latchkey\/sign-client|@playwright\/test|fast-check|vitest)(\/|$)/,
}

const source = join(root, 'packages/latchkey/src')
const manifest = JSON.parse(readFileSync(join(root, 'packages/latchkey/package.json'), 'utf8'))
const publicEntries = new Set(Object.keys(manifest.exports).map((path) => path.replace(/^\./, 'latchkey')))
const problems = [
  ...latchkeyEdges(),
  ...signClientEdges(),
  ...consumerEdges(),
  ...siteEdges(),
  ...windowUses(),
  ...outboundProblems(),
  ...screenNameProblems(),
]
for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0 ? 'import edges: all allowed' : `import edges: ${problems.length} not allowed`,
)
process.exit(problems.length === 0 ? 0 : 1)

function* latchkeyEdges() {
  for (const file of sourcesOf(source)) {
    const from = roomOf(file)
    if (from === undefined) {
      yield `${file}: is in no room`
      continue
    }
    const allowed = rooms[from] ?? []
    for (const { specifier, line } of importsOf(file)) {
      const place = `${relative(root, file)}:${line}`
      if (!specifier.startsWith('.')) {
        const isAllowed = packages[from]?.test(specifier) ?? from === 'exports'
        if (!isAllowed) yield `${place}: ${from} may not import the package ${specifier}`
        continue
      }
      const to = roomOf(resolve(dirname(file), specifier))
      if (to === from || allowed.includes('*') || (to !== undefined && allowed.includes(to))) continue
      yield `${place}: ${from} may not import from ${to}`
    }
  }
  yield* featureCycles()
}

// Features may call each other's actions, but never in a cycle.
function* featureCycles() {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map()
  for (const file of sourcesOf(join(source, 'features'))) {
    const targets = importsOf(file)
      .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
      .map(({ specifier }) => resolve(dirname(file), specifier).replace(/\.js$/, '.ts'))
    edges.set(file, new Set(targets.filter((target) => target.startsWith(join(source, 'features')))))
  }
  /** @type {Set<string>} */
  const done = new Set()
  for (const start of edges.keys()) {
    const cycle = findCycle(start, edges, [], done)
    if (cycle !== undefined) yield `cycle: ${cycle.map((file) => relative(source, file)).join(' -> ')}`
  }
}

/** @param {string} file @param {Map<string, Set<string>>} edges @param {string[]} path @param {Set<string>} done @returns {string[] | undefined} */
function findCycle(file, edges, path, done) {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  if (done.has(file)) return undefined
  for (const target of edges.get(file) ?? []) {
    const cycle = findCycle(target, edges, [...path, file], done)
    if (cycle !== undefined) return cycle
  }
  done.add(file)
  return undefined
}

function* signClientEdges() {
  for (const file of sourcesOf(join(root, 'packages/sign-client/src'))) {
    for (const { specifier, line } of importsOf(file)) {
      if (specifier.startsWith('.') || specifier.startsWith('@noble/')) continue
      yield `${relative(root, file)}:${line}: sign-client may only import @noble packages, not ${specifier}`
    }
  }
}

// Apps, tests and services import only the public entries, like any host.
function* consumerEdges() {
  const folders = [
    'apps',
    'examples',
    'services/src',
    'services/site',
    'services/recover',
    'chains',
    'docs',
    'e2e',
    'bench',
  ]
  for (const folder of folders) {
    for (const file of sourcesOf(join(root, folder), { withTests: true })) {
      for (const { specifier, line } of importsOf(file)) {
        const place = `${relative(root, file)}:${line}`
        if (specifier.startsWith('latchkey/') && !publicEntries.has(specifier)) {
          yield `${place}: ${specifier} is not a public entry`
        }
        if (
          folder === 'services/src' &&
          !file.includes('.test.') &&
          /^latchkey(\/(?!(frame|networks|protocol|siwx)$)|$)/.test(specifier)
        ) {
          yield `${place}: services may only import what runs without a kit: latchkey/frame, networks, protocol, siwx`
        }
        if (specifier.includes('packages/')) yield `${place}: reaches into a package`
      }
    }
  }
}

// The wallet's site is a program of its own, in the browser: the services and it share only the protocol. Its vault code holds all secrets, so
// few packages come near them; the offline tool is that code and a page.
function* siteEdges() {
  const vault =
    /^(latchkey\/protocol|@hpke\/core|@noble\/(curves|hashes)|@scure\/(base|bip32|bip39)|valibot)(\/|$)/
  const rules = [
    { folder: 'services/site/vault', packages: vault, within: ['services/site/vault'] },
    {
      folder: 'services/site',
      packages: /^(?!latchkey(\/|$)|node:)|^latchkey\/(frame|protocol|site(\/code)?|siwx)$/,
      within: ['services/site'],
    },
    { folder: 'services/recover', packages: /^node:/, within: ['services/recover', 'services/site/vault'] },
    { folder: 'services/src', packages: /./, within: ['services/src', 'packages', 'chains'] },
  ]
  for (const { folder, packages, within } of rules) {
    for (const file of sourcesOf(join(root, folder))) {
      if (/\/testing\//.test(file)) continue
      for (const { specifier, line } of importsOf(file)) {
        const target = specifier.startsWith('.') && relative(root, resolve(dirname(file), specifier))
        const isAllowed = target
          ? within.some((place) => target.startsWith(`${place}/`))
          : packages.test(specifier)
        if (!isAllowed)
          yield `${relative(root, file)}:${line}: ${folder} may not import ${target || specifier}`
      }
    }
  }
}

// Everything except these folders runs in plain Node.
function* windowUses() {
  const free = [
    'react',
    'react/embedded',
    'react/testing',
    'react/shadow',
    'react/ui',
    'react/styles',
    'connectors',
    'frame',
    'mount',
    'element',
    'bridges',
    'testing',
  ]
  // A login's window is watched only after a page has opened it.
  const guarded = /^(core\/metadataOfPage|core\/storageBackends|features\/embedded\/loginWindow)\.ts$/
  for (const file of sourcesOf(source)) {
    const room = roomOf(file)
    if (room === undefined || free.includes(room) || guarded.test(relative(source, file))) continue
    const text = withoutComments(readFileSync(file, 'utf8'))
    const match = /\b(window|document|navigator)\b(?!['":-])\s*[.[(]/.exec(text)
    if (match) yield `${relative(root, file)}: ${room} touches ${match[1]}`
  }
  // A worker has no page.
  for (const file of sourcesOf(join(root, 'services/site/vault'))) {
    const match = /\b(window|document)\s*[.[(]/.exec(withoutComments(readFileSync(file, 'utf8')))
    if (match) yield `${relative(root, file)}: the vault touches ${match[1]}`
  }
}

/** @param {string} text */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}

/** @param {string} path */
function roomOf(path) {
  const parts = relative(source, path).split('/')
  if (parts.length === 1) return parts[0]?.replace(/\.[jt]sx?$/, '')
  const nested = `${parts[0]}/${parts[1]}`
  return nested in rooms ? nested : parts[0]
}

/** @param {string} folder @param {{ withTests?: boolean }} [options] @returns {string[]} */
function sourcesOf(folder, { withTests = false } = {}) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|\/(dist|\.next|\.vitepress)\//.test(path))
    .filter((path) => withTests || !/\.(test|test-d)\.tsx?$/.test(path))
}

/** @param {string} file */
function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  /** @type {{ specifier: string, line: number, isType: boolean }[]} */
  const found = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isStatement = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    const specifier = isStatement
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined
    if (specifier && ts.isStringLiteral(specifier)) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ specifier: specifier.text, line, isType: isStatement && isTypeOnly(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} node */
function isTypeOnly(node) {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.isTypeOnly) return true
  const names =
    clause.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : []
  return clause.name === undefined && names.length > 0 && names.every((name) => name.isTypeOnly)
}
