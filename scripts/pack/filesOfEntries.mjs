import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns all files of a package that its entries import, directly or not, in code and in declarations. So the package
 * contains no files that only a test or a deleted file needed.
 *
 * @param {string} folder @param {readonly string[]} entries Paths within the folder.
 * @returns {ReadonlySet<string>}
 */
export function filesOfEntries(folder, entries) {
  const found = new Set(entries.map((entry) => join(entry)))
  for (const file of found) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const specifier of specifiersOf(text)) {
      if (!specifier.startsWith('.')) continue
      const target = join(dirname(file), specifier)
      // A declaration names the code that it declares.
      found.add(file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target)
    }
  }
  for (const file of found) if (!existsSync(join(folder, file))) throw new Error(`${folder}: no ${file}`)
  return found
}

const importing = /(?:^(?:import|export)\s[^'"]*?from\s*|^import\s*|\bimport\(\s*)(['"])([^'"\n]+)\1/gm

/** Returns the specifiers of a module's imports and re-exports. @param {string} text @returns {readonly string[]} */
export function specifiersOf(text) {
  return [...withoutComments(text).matchAll(importing)].map((match) => match[2] ?? '')
}

/** Examples in docstrings import as well. @param {string} text */
function withoutComments(text) {
  return text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
