// Writes src/bytecode.ts from contracts/, so that deploying needs no compiler; `--check` only reports whether it is
// current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

const require = createRequire(import.meta.url)
const folder = fileURLToPath(new URL('contracts', import.meta.url))
const path = fileURLToPath(new URL('src/bytecode.ts', import.meta.url))

const sources = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sol'))
    .sort()
    .map((file) => [file.replaceAll('\\', '/'), { content: readFileSync(join(folder, file), 'utf8') }]),
)
const input = {
  language: 'Solidity',
  sources,
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 1 },
    // Without the hash of the sources, so that changing comments does not change the bytecode.
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
}
const readImport = (/** @type {string} */ file) => ({ contents: readFileSync(require.resolve(file), 'utf8') })
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
const errors = (output.errors ?? []).filter(
  (/** @type {{ severity: string }} */ { severity }) => severity === 'error',
)
for (const { formattedMessage } of errors) console.log(formattedMessage)
if (errors.length > 0) process.exit(1)

const lines = Object.keys(sources).flatMap((file) => {
  const name = basename(file, '.sol')
  const contract = output.contracts[file]?.[name]
  if (contract === undefined) return []
  // Their runtime code is set directly, without a creation transaction.
  const code = ['Multicall3', 'AccountRegistry'].includes(name)
    ? contract.evm.deployedBytecode
    : contract.evm.bytecode
  return [`  ${name}: '0x${code.object}',`]
})
const text = `// Written by \`node chains/compile.mjs\` from chains/contracts.

/** The creation code of each contract; of Multicall3 and AccountRegistry the runtime code, which \`anvil_setCode\` puts. */
// biome-ignore format: one line for each.
export const bytecode = {
${lines.join('\n')}
} as const satisfies { readonly [contract: string]: \`0x\${string}\` }
`

if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(path, 'utf8') === text
  console.log(isCurrent ? 'src/bytecode.ts is current' : 'src/bytecode.ts is old: node chains/compile.mjs')
  process.exit(isCurrent ? 0 : 1)
}
writeFileSync(path, text)
console.log(`src/bytecode.ts: ${lines.length} contracts, ${Math.round(text.length / 2048)} kB of code`)
