// Checks that the names of chain families appear as string literals only in adapters, in the services' families and in the files listed here.
// Comments, keys and types do not count: code that decides by a family's name has it in quotes.
// Checks also that the methods of their wallets are named there alone, also as keys, and that gas, which only eip155 has, is named nowhere else: other code speaks of the fee.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../install.mjs'

/**
 * Files that may contain a family's name, with the reason; with `only`, no name but that one.
 *
 * @type {readonly { readonly path: RegExp, readonly why: string, readonly only?: string }[]}
 */
const exceptions = [
  { path: /^latchkey\/src\/(adapters|networks)\//, why: 'a family is its adapter and its networks' },
  {
    path: /^latchkey\/src\/protocol\/families\.ts$/,
    why: 'the table for those who have no adapter at hand',
  },
  {
    path: /^latchkey\/src\/(siwx\/|features\/siwx\/fromSiweConfig\.ts)/,
    why: 'codecs and verifiers of signed messages',
  },
  {
    path: /^latchkey\/src\/bridges\/(wagmi|ethers|appkit)\//,
    why: 'wagmi and ethers are of the EVM; the interface of AppKit names families',
  },
  {
    path: /^sign-client\/src\/(protocol\/(caip|authMessage)|client\/offerAuthentication)\.ts$/,
    why: 'the protocol signs in to EVM chains alone',
  },
  {
    path: /^latchkey\/src\/protocol\/(frame\/|http\/(keys|login)\.ts)/,
    why: 'the embedded wallet has accounts of two families, and its messages name them',
  },
  { path: /^services\/src\/blockchain\/families\//, why: 'a family is its folder' },
  {
    path: /^services\/src\/explorer\/(catalogue\/chains|images\/networkIcons)\.ts$/,
    why: 'lists of networks and their pictures',
  },
  {
    path: /^services\/src\/(auth|blockchain)\//,
    only: 'eip155',
    why: 'what stands outside of families/ serves eip155',
  },
]

/**
 * Files that may speak of gas, with the reason.
 *
 * @type {readonly { readonly path: RegExp, readonly why: string }[]}
 */
const gasExceptions = [
  { path: /^latchkey\/src\/adapters\/eip155\//, why: 'gas is how this family counts' },
  {
    path: /^latchkey\/src\/(protocol\/http\/blockchain|exports\/protocol)\.ts$/,
    why: 'an endpoint of the service is called so',
  },
  { path: /^latchkey\/src\/protocol\/rpcMethods\.ts$/, why: 'methods of eip155 are called so' },
  {
    path: /^latchkey\/src\/protocol\/(accountErrorTexts|reservedErrorTexts|errorFacts)\.ts$/,
    why: 'texts of the catalogue that hosts know',
  },
  { path: /^latchkey\/src\/siwx\/verify\//, why: 'the verifier calls contracts of eip155' },
  { path: /^sign-client\/src\/protocol\/KnownRequests\.ts$/, why: 'requests of eip155 are typed so' },
]
const gas = /(?<![a-z])gas(?![a-z])|Gas(?![a-z])|(?<![A-Z])GAS(?![A-Z])/g

/**
 * Files that may name methods of a family's wallets, with the reason. Those of EIP-1193 may stand elsewhere
 * (docs/decisions/138).
 *
 * @type {readonly { readonly path: RegExp, readonly why: string }[]}
 */
const methodExceptions = [
  { path: /^latchkey\/src\/adapters\//, why: 'a family is its adapter' },
  {
    path: /^latchkey\/src\/protocol\/frame\//,
    why: 'the embedded wallet has accounts of two families, and its messages name their methods',
  },
  { path: /^latchkey\/src\/bridges\/appkit\/bitcoin\//, why: "AppKit's Bitcoin connector has these names" },
]
const method = /\b(solana_[a-z]\w*|polkadot_[a-z]\w*|signPsbt|sendTransfer|getAccountAddresses)\b/g

const testing = /\.(test|test-d)\.tsx?$|\/src\/testing\//
const name = /(['"`])(eip155|solana|bip122|polkadot)(?::[^'"`]*)?\1|`(eip155|solana|bip122|polkadot):/g

const used = new Set()
const problems = [...sourcesOf(join(root, 'packages')), ...sourcesOf(join(root, 'services'))].flatMap(
  (file) => {
    const path = relative(root, file).replace(/^packages\//, '')
    const isService = path.startsWith('services/')
    const text = withoutSentences(withoutComments(readFileSync(file, 'utf8')))
    const found = matchesIn(text, name)
    return [
      ...exempt(path, found, exceptions).map(
        ({ match, line }) =>
          `${relative(root, file)}:${line}: ${match} is for ${isService ? 'families/' : "the family's adapter"} to know`,
      ),
      ...exempt(path, matchesIn(text, method), methodExceptions).map(
        ({ match, line }) => `${relative(root, file)}:${line}: ${match} is for the family's adapter to name`,
      ),
      ...exempt(path, isService ? [] : matchesIn(text, gas), gasExceptions).map(
        ({ line }) => `packages/${path}:${line}: only eip155 has gas; say fee`,
      ),
    ]
  },
)
for (const exception of [...exceptions, ...gasExceptions, ...methodExceptions]) {
  if (!used.has(exception)) problems.push(`exception ${exception.path} is not needed: nothing is spelt there`)
}
for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0
    ? 'family names: spelt by adapters and families alone'
    : `family names: ${problems.length} too many`,
)
process.exit(problems.length === 0 ? 0 : 1)

/** @param {string} text @param {RegExp} pattern */
function matchesIn(text, pattern) {
  return text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map(([match]) => ({ match, line: index + 1 })))
}

/**
 * Returns what no exception covers.
 *
 * @param {string} path
 * @param {{ match: string, line: number }[]} found
 * @param {typeof exceptions} table
 */
function exempt(path, found, table) {
  const exception = table.find((one) => one.path.test(path))
  if (exception === undefined) return found
  const { only } = exception
  const allowed = found.filter(({ match }) => only === undefined || match.slice(1).startsWith(only))
  if (allowed.length > 0) used.add(exception)
  return found.filter((one) => !allowed.includes(one))
}

/** Blanks lines that hold only a sentence, such as the meaning of a setting. @param {string} text */
function withoutSentences(text) {
  return text.replace(/^\s*(?:(?:meaning|of): )?(['"]).* .*\1,?$/gm, '')
}

/** Blanks comments, and keeps the lines. @param {string} text */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** @param {string} folder @returns {string[]} */
function sourcesOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /\/(packages\/[^/]+|services)\/src\//.test(path) && !/node_modules|\/dist\//.test(path))
    .filter((path) => !testing.test(path))
}
