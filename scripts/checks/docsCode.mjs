// Compiles every TypeScript block of the READMEs and the docs, and every module script in their HTML, each as a module of
// its own, against the sources. Prints each error with the block's file and line.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'

const docs = join(root, 'docs')
const pages = [
  ...['', 'packages/latchkey', 'packages/sign-client', 'services'].map((folder) =>
    join(root, folder, 'README.md'),
  ),
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.vitepress'))
    .map((name) => join(docs, name)),
]

/** @type {Map<string, { text: string, page: string, line: number }>} */
const blocks = new Map()
for (const page of pages) {
  const text = readFileSync(page, 'utf8')
  const scripts = text.matchAll(/^```(html)\n[\s\S]*?<script type="module">\n([\s\S]*?)^<\/script>/gm)
  for (const match of [...text.matchAll(/^ *```(tsx?)(?: \[.+\])?\n([\s\S]*?)^ *```$/gm), ...scripts]) {
    const code = match[2] ?? ''
    const line = text.slice(0, match.index + match[0].indexOf(code)).split('\n').length - 1
    // Compiles the blocks in an example's folder, where all packages that hosts use can be imported. A block that names
    // its file gets that file name.
    const [, file = `block-${blocks.size}.${match[1] === 'tsx' ? 'tsx' : 'ts'}`] =
      /^\/\/ ([\w./-]+\.tsx?)\n/.exec(code) ?? []
    const example = page.endsWith('nextjs.md') ? 'next-app' : 'wagmi'
    const name = join(root, 'examples', example, 'docs', file)
    // A block without imports or exports must still compile as a module.
    blocks.set(name, { text: `${code}export {}\n`, page, line })
  }
}

const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [], files: [] }, ts.sys, root)
const host = ts.createCompilerHost(options)
const { fileExists, readFile, getSourceFile } = host
delete host.directoryExists
host.fileExists = (/** @type {string} */ name) => blocks.has(name) || fileExists(name)
host.readFile = (/** @type {string} */ name) => blocks.get(name)?.text ?? readFile(name)
host.getSourceFile = (
  /** @type {string} */ name,
  /** @type {import('typescript').ScriptTarget | import('typescript').CreateSourceFileOptions} */ target,
) => {
  const block = blocks.get(name)
  return block === undefined
    ? getSourceFile(name, target)
    : ts.createSourceFile(name, block.text, target, true)
}
// Compiles as a host with a bundler does, without file extensions in imports.
const asHosts = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
const compile = (/** @type {string[]} */ names) =>
  ts.createProgram(names, { ...options, ...asHosts, noEmit: true, noUnusedLocals: false }, host)
// Registering a kit's type affects the whole program, so such a block is compiled separately.
const registers = (/** @type {string} */ name) =>
  /^declare module 'latchkey'/m.test(blocks.get(name)?.text ?? '')
const shared = compile([...blocks.keys()].filter((name) => !registers(name)))

let count = 0
for (const name of blocks.keys()) {
  const program = registers(name) ? compile([name]) : shared
  const source = program.getSourceFile(name)
  for (const problem of [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]) {
    const block = blocks.get(name)
    if (block === undefined) continue
    const { line } = source?.getLineAndCharacterOfPosition(problem.start ?? 0) ?? { line: 0 }
    const place = `${relative(root, block.page)}:${block.line + 1 + line}`
    console.log(`${place}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`)
    count++
  }
}
console.log(`docs: ${blocks.size} blocks, ${count} errors`)
process.exit(count === 0 && blocks.size > 0 ? 0 : 1)
