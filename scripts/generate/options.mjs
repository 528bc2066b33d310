// Writes docs/reference/options.md from the docstrings of `Config`; `--check` only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'

const file = join(root, 'packages/latchkey/src/core/Config.ts')
const path = join(root, 'docs/reference/options.md')
const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)
const text = `# Options

What \`createKit\` takes. A misspelt name, a wrong type or a contradiction is refused with \`CONFIG_INVALID\`, which names
every problem at once. Options whose feature is still to come say so, here and in the console.

While the app runs, \`updateOptions(kit, { … })\` changes ${changeable()} and all \`features\` but \`analytics\`; they count
from the next screen on. Every other option is refused there, with what changes it instead.

${table('Config')}
## features

${table('Features')}
## Theme variables

Set them as \`themeVariables\`, or at run time by \`setThemeVariables\`: ${themeVariables()}.

_Written by \`node scripts/generate/options.mjs\` from \`packages/latchkey/src/core/Config.ts\`._
`

if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(path, 'utf8') === text
  console.log(
    isCurrent
      ? 'docs/reference/options.md is current'
      : 'docs/reference/options.md is old: node scripts/generate/options.mjs',
  )
  process.exit(isCurrent ? 0 : 1)
}
writeFileSync(path, text)

/** @param {string} name */
function table(name) {
  const rows = membersOf(name).map((member) => {
    const type = widest(member.type?.getText() ?? '')
      .replace(/\s+/g, ' ')
      .replace(/ \| undefined$/, '')
      .replaceAll('readonly ', '')
      .replace(/^\| /, '')
    const { words, byDefault } = docOf(member)
    return `| \`${member.name.getText()}\` | \`${type.replaceAll('|', '\\|')}\` | ${byDefault} | ${words} |`
  })
  return `| Option | Type | Default | What it does |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

/** A type without the parameter that is inferred from what is passed. @param {string} type */
function widest(type) {
  return type
    .replace(/^networks\[number\]/, 'NetworkInput')
    .replace(/^networks$/, '[NetworkInput, ...NetworkInput[]]')
}

/** @param {string} name @returns {ts.PropertySignature[]} */
function membersOf(name) {
  const declaration = source.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  )
  if (!declaration || !ts.isTypeAliasDeclaration(declaration) || !ts.isTypeLiteralNode(declaration.type)) {
    throw new Error(`Config.ts has no type ${name}`)
  }
  return declaration.type.members.filter(ts.isPropertySignature)
}

/** @param {ts.Node} node */
function docOf(node) {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const words = typeof doc?.comment === 'string' ? doc.comment.replace(/\s+/g, ' ') : ''
  const tag = doc?.tags?.find((each) => each.tagName.text === 'default')
  const value = typeof tag?.comment === 'string' ? tag.comment.replace(/\s+/g, ' ') : ''
  return { words, byDefault: value }
}

function themeVariables() {
  const names = source.getFullText().match(/'--lk-[a-z-]+'/g) ?? []
  return [...new Set(names)].map((name) => `\`${name.slice(1, -1)}\``).join(', ')
}

function changeable() {
  const code = readFileSync(join(root, 'packages/latchkey/src/features/options/updateOptions.ts'), 'utf8')
  const [, union = ''] = /type Changes = Pick<\s*Config,([^>]*)>/.exec(code) ?? []
  const names = union.match(/\w+/g) ?? []
  if (names.length === 0) throw new Error('updateOptions.ts names no option')
  return names.map((name) => `\`${name}\``).join(', ')
}
