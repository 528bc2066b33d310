import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { approvedLicences } from '../approvedLicences.mjs'

/** The files that our packages may contain. */
const shipped =
  /^(package\.json|README\.md|SETTINGS\.md|LICENSE|dist\/inside\/LICENSES\.txt|dist\/.+\.(js|d\.ts)|dist\/(site|recover)\/.+\.html)$/
const unwanted =
  /(^|\/)(__tests__|fixtures|node_modules)\/|\.(test|spec|test-d|bench|browser)\.[jt]sx?|\.data/

/**
 * Returns the size of an install, and its problems.
 *
 * @param {string} folder The folder in which `npm install` ran.
 * @param {{ readonly ours: readonly string[], readonly forbidden: readonly string[] }} options `forbidden` are texts
 *   that none of our files may contain: paths of this machine.
 */
export function lookAtInstall(folder, { ours, forbidden }) {
  const modules = join(folder, 'node_modules')
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  const paths = Object.keys(lock.packages)
  /** @type {string[]} */
  const problems = []
  let bytes = 0
  for (const path of paths) {
    const { name, license } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
    if (!approvedLicences.has(license)) problems.push(`${name}: licence ${license} is not on the list`)
    const files = filesOf(join(folder, path))
    for (const file of files) bytes += statSync(file).size
    if (ours.includes(name)) problems.push(...wrongFiles(join(folder, path), files, forbidden))
  }
  for (const name of ours) if (!existsSync(join(modules, name))) problems.push(`${name} is not installed`)
  return { packages: paths.length, bytes, problems }
}

/** @param {string} folder @param {readonly string[]} files @param {readonly string[]} forbidden */
function* wrongFiles(folder, files, forbidden) {
  for (const required of ['LICENSE', 'README.md', 'package.json'])
    if (!files.includes(join(folder, required))) yield `${folder}: has no ${required}`
  for (const file of files) {
    const path = relative(folder, file).replaceAll(sep, '/')
    if (!shipped.test(path) || unwanted.test(path)) yield `${path} should not be in the pack`
    const text = readFileSync(file, 'utf8')
    for (const words of forbidden) if (text.includes(words)) yield `${path} holds ${words}`
    if (path.endsWith('.md')) {
      for (const link of linkedFiles(text))
        if (!files.includes(join(folder, link))) yield `${path} links to ${link}`
    }
    if (text.includes('sourceMappingURL=')) yield `${path} names a source map, which is not there`
  }
}

/** The files that a page links to, without links to the web and to its own headings. @param {string} text */
function linkedFiles(text) {
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** The files of a package, without those of packages within it. @param {string} folder @returns {readonly string[]} */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesOf(path) : [path]
  })
}
