import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const resolutions = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
}

/**
 * Yields TypeScript's errors in a module that imports every entry, and in our declarations, which hosts without
 * `skipLibCheck` compile too. Ignores errors in the peers' own declarations.
 *
 * @param {string} folder The folder in which the packages are installed. @param {readonly string[]} entries
 * @param {keyof typeof resolutions} resolution
 */
export function* typeErrors(folder, entries, resolution) {
  const file = join(folder, 'entries.ts')
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}'`)
  const names = entries.map((_, index) => `entry${index}`).join(', ')
  // An entry whose types were not found is `any`, and would pass every check.
  const typed = `type Typed<T> = 0 extends 1 & T ? never : T\nfunction typed<T>(...entries: Typed<T>[]): T[] { return entries as T[] }`
  writeFileSync(
    file,
    `${imports.join('\n')}\n${typed}\nexport const all = typed<object>(${names})\n${entries
      .map((_, index) => `typed<typeof entry${index}>(entry${index})`)
      .join('\n')}\n`,
  )
  const program = ts.createProgram([file], {
    ...resolutions[resolution],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  })
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName === file || /node_modules\/(@latchkey|latchkey)\//.test(fileName))
  if (ours.length <= entries.length) yield `only ${ours.length} files were found`
  for (const source of ours) {
    for (const { start = 0, messageText } of [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]) {
      const { line } = source.getLineAndCharacterOfPosition(start)
      yield `${source.fileName.slice(folder.length + 1)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    }
  }
}
