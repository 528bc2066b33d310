import { transformSync } from 'esbuild'
import { fail } from '../install.mjs'

const comments = /^[ \t]*(\/\*\*[\s\S]*?\*\/[ \t]*|\/\/.*)\n/gm

/**
 * Returns a module without its comments: the declaration files have the doc comments too, and the repository has the rest.
 * Fails if anything but comments would go, for example lines of a template.
 *
 * @param {string} file For the message.
 * @param {string} text
 */
export function withoutComments(file, text) {
  const less = text.replace(comments, '')
  if (less !== text && codeOf(less) !== codeOf(text)) fail(`${file}: a text in it looks like a comment`)
  return less
}

/** @param {string} text */
function codeOf(text) {
  return transformSync(text, { minifyWhitespace: true, legalComments: 'none' }).code
}
