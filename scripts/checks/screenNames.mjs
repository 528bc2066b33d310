// Checks that no code asks a screen of the modal for its name (docs/decisions/060): what holds for one screen is in its
// record (`features/modal/screens.ts`).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'

const source = join(root, 'packages/latchkey/src')
/** Where the screens are declared. */
const declared = join(source, 'features/modal/View.ts')

/** Lists each place in the library that compares something with a screen's name. */
export function* screenNameProblems() {
  const names = screenNamesOf(readFileSync(declared, 'utf8'))
  if (names.size === 0) yield `${relative(root, declared)}: names no screen`
  for (const entry of readdirSync(source, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/\.tsx?$/.test(path) || /\.(test|test-d)\.tsx?$|\/testing\//.test(path)) continue
    for (const { line, name } of comparisons(readFileSync(path, 'utf8'), names)) {
      yield `${relative(root, path)}:${line}: asks for the screen ${name} by name; its record says what holds for it`
    }
  }
}

/** The names in the type `ViewParameters`. @param {string} text */
export function screenNamesOf(text) {
  const names = new Set()
  each(parse(text), (node) => {
    if (!ts.isTypeAliasDeclaration(node) || node.name.text !== 'ViewParameters') return
    if (!ts.isTypeLiteralNode(node.type)) return
    for (const member of node.type.members) if (member.name) names.add(member.name.getText())
  })
  return names
}

/** Returns where a text compares something with one of the names. @param {string} text @param {ReadonlySet<string>} names */
export function comparisons(text, names) {
  const file = parse(text)
  /** @type {{ line: number, name: string }[]} */
  const found = []
  const look = (/** @type {ts.Node} */ node) => {
    if (!ts.isStringLiteralLike(node) || !names.has(node.text)) return
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, name: node.text })
  }
  each(file, (node) => {
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
      look(node.left)
      look(node.right)
    }
    if (ts.isCaseClause(node)) look(node.expression)
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    const { expression, name } = node.expression
    // `['Connect', 'Account'].includes(name)`, `new Set(…).has(name)`, `name.startsWith('Connect')`.
    if (/^(includes|has)$/.test(name.text)) each(expression, look)
    if (/^(startsWith|endsWith|includes|has)$/.test(name.text)) node.arguments.forEach(look)
  })
  return found
}

/** @param {string} text */
function parse(text) {
  return ts.createSourceFile('file.tsx', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX)
}

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function each(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}
