// Checks that the names of chain families appear as string literals only in adapters and the files listed here.
// Comments, keys and types do not count: code that decides by a family's name has it in quotes.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../install.mjs'

/**
 * Files that may contain a family's name, with the reason.
 *
 * @type {readonly { readonly path: RegExp, readonly why: string }[]}
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
]

const packages = join(root, 'packages')
const testing = /\.(test|test-d)\.tsx?$|\/src\/testing\//
const name = /(['"`])(eip155|solana|bip122|polkadot)(?::[^'"`]*)?\1|`(eip155|solana|bip122|polkadot):/g

const used = new Set()
const problems = sourcesOf(packages).flatMap((file) => {
  const path = relative(packages, file)
  const text = withoutComments(readFileSync(file, 'utf8'))
  const found = text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(name)].map(([match]) => ({ match, line: index + 1 })))
  const exception = exceptions.find((one) => one.path.test(path))
  if (exception !== undefined) {
    if (found.length > 0) used.add(exception)
    return []
  }
  return found.map(
    ({ match, line }) => `packages/${path}:${line}: ${match} is for the family's adapter to know`,
  )
})
for (const exception of exceptions) {
  if (!used.has(exception)) problems.push(`exception ${exception.path} is not needed: nothing is spelt there`)
}
for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0
    ? 'family names: spelt by adapters alone'
    : `family names: ${problems.length} too many`,
)
process.exit(problems.length === 0 ? 0 : 1)

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
    .filter((path) => /\/packages\/[^/]+\/src\//.test(path) && !/node_modules|\/dist\//.test(path))
    .filter((path) => !testing.test(path))
}
