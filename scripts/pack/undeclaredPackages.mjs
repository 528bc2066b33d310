import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { specifiersOf } from './filesOfEntries.mjs'

/**
 * Returns imports of a package's files that its `package.json` does not declare: hosts would lack them, although this
 * repository has them.
 *
 * @param {string} folder
 * @returns {readonly string[]} `dist/a.js: name`
 */
export function undeclaredPackages(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const declared = { [manifest.name]: '', ...manifest.dependencies, ...manifest.peerDependencies }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .flatMap((file) =>
      specifiersOf(readFileSync(join(folder, file), 'utf8'))
        .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
        .map(packageOf)
        .filter((name) => !Object.hasOwn(declared, name))
        .map((name) => `${file}: ${name}`),
    )
}

/** `@noble/hashes/sha2.js` is of `@noble/hashes`. @param {string} specifier */
export function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
