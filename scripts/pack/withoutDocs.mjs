import { transformSync } from 'esbuild'
import { fail } from '../install.mjs'

const docs = /^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm

/**
 * Returns a module without its doc comments, which the declaration files have too. Fails if anything but comments would
 * go, for example lines of a template.
 *
 * @param {string} file For the message.
 * @param {string} text
 */
export function withoutDocs(file, text) {
  const less = text.replace(docs, '')
  if (less !== text && codeOf(less) !== codeOf(text)) fail(`${file}: a text in it looks like a doc comment`)
  return less
}

/** @param {string} text */
function codeOf(text) {
  return transformSync(text, { minifyWhitespace: true, legalComments: 'none' }).code
}
