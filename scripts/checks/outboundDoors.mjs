// Checks that only `services/src/outbound` and the database driver's file open connections.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'

/**
 * The exports of each package that only the listed outbound modules may import. Other exports (`createServer`, types,
 * `isIP`) open no connection.
 *
 * @type {{ readonly [specifier: string]: RegExp }}
 */
const openers = {
  http: /^(request|get|Agent|globalAgent|ClientRequest|default|\*)$/,
  https: /./,
  http2: /^(connect|default|\*)$/,
  net: /^(connect|createConnection|Socket|Stream|default|\*)$/,
  tls: /./,
  dgram: /./,
  dns: /./,
  'dns/promises': /./,
  undici: /./,
  axios: /./,
  nodemailer: /./,
  oauth4webapi: /^(\w+Request|validate(ApplicationLevelSignature|JwtAuthResponse)|\*)$/,
  jose: /^(createRemoteJWKSet|\*)$/,
  ws: /^(WebSocket|default|createWebSocketStream|\*)$/,
  pg: /./,
  viem: /^(http|webSocket|custom|fallback|create(Public|Wallet|Test)?Client|createTransport|rpcTransport|offchainLookup\w*|ccip\w*|\*)$/,
  'viem/node': /./,
  'viem/utils': /^(ccip\w*|offchainLookup\w*|getHttpRpcClient|getWebSocketRpcClient|\*)$/,
}
const globals = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
const doors = /^(outbound\/|testing\/|shared\/database\/openDatabase\.ts$)/

/** Lists each place in the services that opens a connection elsewhere. */
export function* outboundProblems(source = join(root, 'services/src')) {
  for (const entry of readdirSync(source, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(source, path)
    if (!entry.isFile() || !/\.ts$/.test(name) || /\.test\.ts$/.test(name) || doors.test(name)) continue
    for (const { line, what } of openings(readFileSync(path, 'utf8'))) {
      yield `${relative(root, path)}:${line}: ${what} opens connections; only services/src/outbound may`
    }
  }
}

/** Returns the expressions in a file's text that open a connection. @param {string} text */
export function openings(text) {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.ES2022, true)
  /** @type {{ line: number, what: string }[]} */
  const found = []
  const own = new Set()
  const at = (/** @type {ts.Node} */ node, /** @type {string} */ what) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, what })

  each(file, (node) => {
    const isNamed = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)
    if ((isNamed || ts.isFunctionDeclaration(node)) && node.name && ts.isIdentifier(node.name))
      own.add(node.name.text)
    if (ts.isImportSpecifier(node)) own.add(node.name.text)
  })
  each(file, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      for (const { name, specifier } of namesOf(node))
        if (isOpener(specifier, name)) at(node, `${name} of ${specifier}`)
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier && ts.isStringLiteral(specifier) && isOpener(specifier.text, '*'))
        at(node, specifier.text)
    }
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression : undefined
    if (called && ts.isIdentifier(called) && globals.has(called.text) && !own.has(called.text))
      at(node, called.text)
    if (
      ts.isPropertyAccessExpression(node) &&
      node.expression.getText() === 'globalThis' &&
      globals.has(node.name.text)
    )
      at(node, node.getText())
  })
  return found
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} node @returns {{ name: string, specifier: string }[]} */
function namesOf(node) {
  if (node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return []
  const specifier = node.moduleSpecifier.text
  if (ts.isExportDeclaration(node)) return node.isTypeOnly ? [] : [{ name: '*', specifier }]
  const clause = node.importClause
  if (clause === undefined || clause.isTypeOnly) return []
  const bindings = clause.namedBindings
  const names =
    bindings === undefined
      ? []
      : ts.isNamespaceImport(bindings)
        ? ['*']
        : bindings.elements
            .filter(({ isTypeOnly }) => !isTypeOnly)
            .map((one) => (one.propertyName ?? one.name).text)
  return [...(clause.name === undefined ? [] : ['default']), ...names].map((name) => ({ name, specifier }))
}

/** @param {string} specifier @param {string} name */
function isOpener(specifier, name) {
  return openers[specifier.replace(/^node:/, '')]?.test(name) ?? false
}

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function each(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}
