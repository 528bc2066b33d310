// Writes docs/reference/errors.md from the error tables; `--check` only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'

const tables = [
  { title: 'Connecting, configuration and services', file: 'errors.ts' },
  { title: "The account's flows, signing in and the embedded wallet", file: 'accountErrors.ts' },
]
const path = join(root, 'docs/reference/errors.md')
const text = `# Errors

Everything the kit throws is a \`KitError\`: \`code\` to compare, \`message\` in the words below, \`details\` with the other
side's own words, and \`cause\`. A \`{slot}\` is filled in when the error is made.

\`\`\`ts
import { connect, isKitError, type Kit } from 'latchkey'

export async function connectFirst(kit: Kit) {
  try {
    await connect(kit, { connectorId: 'io.metamask' })
  } catch (error) {
    if (isKitError(error, 'CONNECTION_DECLINED')) return
    throw error
  }
}
\`\`\`

${tables.map(section).join('\n')}
_Written by \`node scripts/generate/errors.mjs\` from \`packages/latchkey/src/protocol\`._
`

if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(path, 'utf8') === text
  console.log(
    isCurrent
      ? 'docs/reference/errors.md is current'
      : 'docs/reference/errors.md is old: node scripts/generate/errors.mjs',
  )
  process.exit(isCurrent ? 0 : 1)
}
writeFileSync(path, text)

/** @param {{ title: string, file: string }} table */
function section({ title, file }) {
  const rows = readTable(join(root, 'packages/latchkey/src/protocol', file))
  return `## ${title}\n\n| Code | Text |\n|---|---|\n${rows.map(({ code, words }) => `| \`${code}\` | ${words} |\n`).join('')}`
}

/** The properties of the exported `…ErrorTexts` object. @param {string} file */
function readTable(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)
  /** @type {{ code: string, words: string }[]} */
  const rows = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && /ErrorTexts$/.test(node.name.getText()) && node.initializer) {
      const literal = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer
      if (ts.isObjectLiteralExpression(literal)) {
        for (const property of literal.properties) {
          if (ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)) {
            rows.push({
              code: property.name.getText(),
              words: property.initializer.text.replaceAll('|', '\\|').replaceAll('<', '&lt;'),
            })
          }
        }
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return rows
}
