/**
 * Returns what is wrong with a group of `modules.mjs`, one sentence each: modules and tests that do not exist. A name
 * that a later change has deleted would otherwise be left out of the score without a word.
 *
 * @param {{ folder: string, names?: string[], tests?: string[] }} group
 * @param {(path: string) => boolean} exists Whether the repository has a file.
 * @returns {string[]}
 */
export function faultsOf({ folder, names = [], tests = [] }, exists) {
  const modules = names.map((name) => `${folder}/${name}.ts`)
  const all = [...modules, ...tests.map((name) => `${folder}/${name}.test.ts`)]
  const twice = all.filter((path, index) => all.indexOf(path) !== index)
  return [
    ...all.filter((path) => !exists(path)).map((path) => `${path}: there is no such file.`),
    ...twice.map((path) => `${path}: it is listed twice.`),
  ]
}
