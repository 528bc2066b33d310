// Checks that every citation in comments, docs and decisions exists: parts of docs/spec (`spec §4 "Disconnect"`), parts
// of docs/security.md (`docs/security.md "links"`), decisions by number, and files of the repository; and that each
// threat of docs/security.md names a test. Prints each missing one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../install.mjs'

const folders = [
  'packages',
  'services',
  'apps',
  'scripts',
  'e2e',
  'docs',
  'bench',
  'chains',
  'examples',
  'test',
]
const spec = new Map(
  readdirSync(join(root, 'docs/spec'))
    .filter((name) => /^\d/.test(name))
    .map((name) => [
      String(Number.parseInt(name, 10)),
      plain(readFileSync(join(root, 'docs/spec', name), 'utf8')),
    ]),
)
const security = plain(readFileSync(join(root, 'docs/security.md'), 'utf8'))
const decisions = new Set(
  readdirSync(join(root, 'docs/decisions')).flatMap((name) => /^\d{3}/.exec(name)?.[0] ?? []),
)

/** @type {string[]} */
const problems = []
let count = 0
for (const folder of folders) {
  for (const file of filesOf(join(root, folder))) {
    const text = readFileSync(file, 'utf8')
    const tell = (/** @type {number} */ index, /** @type {string} */ what) => {
      const line = text.slice(0, index).split('\n').length
      problems.push(`${relative(root, file)}:${line}: ${what}`)
    }
    for (const { 1: page = '', 2: part, index } of text.matchAll(
      /\b[Ss]pec §(\d{1,2})(?:\.\d)?(?: "([^"]+)")?/g,
    )) {
      count++
      const words = spec.get(page)
      if (words === undefined) tell(index, `docs/spec has no page ${page}`)
      else if (part !== undefined && !words.includes(plain(part)))
        tell(index, `docs/spec, page ${page}, has no part "${part}"`)
    }
    for (const { 1: part, index } of text.matchAll(/docs\/security\.md(?: "([^"]+)")?/g)) {
      count++
      if (part !== undefined && !security.includes(plain(part)))
        tell(index, `docs/security.md has no part "${part}"`)
    }
    for (const { 1: number = '', index } of text.matchAll(
      /(?:\b[Dd]ecisions? |docs\/decisions\/)(\d{3})\b/g,
    )) {
      count++
      if (!decisions.has(number)) tell(index, `there is no decision ${number}`)
    }
    for (const { 0: name, index } of text.matchAll(/\bissues? \d+\b/gi))
      tell(index, `"${name}" is in no file of this repository`)
    for (const { 0: name, index } of text.matchAll(
      /(?<![\w/])(?:incumbent-facts|wallet-connection-protocol|checklists\/\w+)\.md/g,
    ))
      tell(index, `${name} is not in this repository`)
    // A test cited for a threat: `path/of.test.ts` "its title, or the beginning or end of it".
    if (file.endsWith('docs/security.md')) {
      for (const { 1: path = '', 2: title, index } of text.matchAll(
        /`([\w./-]+\.(?:test|spec)\.tsx?|scripts\/[\w./-]+\.mjs)`(?: "([^"]+)")?/g,
      )) {
        count++
        if (!existsSync(join(root, path))) tell(index, `${path} is not there`)
        else if (path.endsWith('.mjs')) continue
        else if (title === undefined) tell(index, `${path} is cited without the title of a test`)
        else if (!hasTest(readFileSync(join(root, path), 'utf8'), title))
          tell(index, `${path} has no test "${title}"`)
      }
    }
    if (file.endsWith('.md')) {
      for (const { 1: target = '', index } of text.matchAll(/\]\((\.{1,2}\/[^)#\s]+)/g)) {
        count++
        const path = join(dirname(file), target)
        if (!existsSync(path) && !existsSync(`${path}.md`)) tell(index, `${target} is not there`)
      }
    }
  }
}

for (const problem of problems) console.log(problem)
console.log(`citations: ${count} read, ${problems.length} lead nowhere`)
process.exit(problems.length === 0 ? 0 : 1)

/** Whether a test's text has this title between quotes, or a part of it. @param {string} text @param {string} title */
function hasTest(text, title) {
  return text.split('\n').some((line) => {
    const at = line.indexOf(title)
    return at > 0 && /['"`]/.test(line.slice(0, at)) && /['"`]/.test(line.slice(at + title.length))
  })
}

/** Lower-cases, collapses spaces and removes emphasis marks. @param {string} text */
function plain(text) {
  return text.toLowerCase().replace(/[`*_]/g, '').replace(/\s+/g, ' ')
}

/** @param {string} folder @returns {Generator<string>} */
function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', '.next', '.cache', 'cache', 'public'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesOf(path)
    else if (/\.(ts|tsx|mjs|md)$/.test(entry.name) && entry.name !== 'citations.mjs') yield path
  }
}
