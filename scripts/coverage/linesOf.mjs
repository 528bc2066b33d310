/**
 * Returns a `1` for each code line of a module that ran and a `0` for each that did not. Blank lines, comments, closing
 * brackets and lines added by the test runner do not count.
 *
 * @param {string} source The module as it ran.
 * @param {readonly { readonly ranges: readonly Range[] }[]} functions V8's counts (`Profiler.takePreciseCoverage`).
 * @returns {string}
 *
 * @typedef {{ readonly startOffset: number, readonly endOffset: number, readonly count: number }} Range
 */
export function linesOf(source, functions) {
  const hasRun = new Uint8Array(source.length)
  // A nested range comes after the one around it, because its count is more precise.
  const ranges = functions
    .flatMap((counted) => counted.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) {
    hasRun.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  }
  return codeLinesOf(source)
    .map((offset) => hasRun[offset])
    .join('')
}

const added = /^(__vite_ssr_exportName__|const __vite_ssr_import_|'use strict';async \(__vite_ssr)/
const idle = /^([\])};,\s]*|\/\/.*|\/\*.*|\*.*)$/

/**
 * Returns the offset at which each code line begins.
 *
 * @param {string} source @returns {number[]}
 */
export function codeLinesOf(source) {
  /** @type {number[]} */
  const offsets = []
  let start = 0
  for (const line of source.split('\n')) {
    const code = line.trimStart()
    if (!idle.test(code) && !added.test(code)) offsets.push(start + line.length - code.length)
    start += line.length + 1
  }
  return offsets
}
