import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { root } from '../../install.mjs'
import { readSheet } from './sheets.mjs'

/**
 * The tolerated difference, because browsers render edges slightly differently from version to version: at most this
 * share of a screen's points. A point counts as different if its colour differs visibly and it is not on an edge.
 */
export const tolerance = { share: 0.02, colour: 0.1 }

/** The folder for screens that differ: before, after, and the difference. */
const differences = join(root, '.cache/pictures/differences')

export function clearDifferences() {
  rmSync(differences, { recursive: true, force: true })
  mkdirSync(differences, { recursive: true })
}

/**
 * Returns a sentence for each screen that differs from the kept sheet.
 *
 * @param {ReadonlyMap<string, Buffer>} pictures
 * @param {readonly string[]} kept The names of the kept sheet's screens.
 * @param {import('./sheets.mjs').Sheet} sheet
 * @returns {{ problems: string[], largest: number }}
 */
export function compareScreens(pictures, kept, sheet) {
  const keptScreen = readSheet(sheet)
  let largest = 0
  const problems = [...pictures].flatMap(([name, picture]) => {
    const index = kept.indexOf(name)
    // A missing name has already been reported.
    if (index < 0) return []
    const before = keptScreen(index)
    const after = PNG.sync.read(picture)
    if (after.width !== before.width || after.height !== before.height) {
      return [
        `${sheet.name} ${name}: ${after.width}×${after.height} points, were ${before.width}×${before.height}`,
      ]
    }
    const change = new PNG({ width: after.width, height: after.height })
    const count = pixelmatch(before.data, after.data, change.data, after.width, after.height, {
      threshold: tolerance.colour,
    })
    const share = count / (after.width * after.height)
    largest = Math.max(largest, share)
    if (share <= tolerance.share) return []
    const file = join(differences, `${sheet.name}-${name.replace('/', '-')}.png`)
    writeFileSync(file, PNG.sync.write(beside([before, after, change])))
    return [`${sheet.name} ${name}: ${(share * 100).toFixed(2)} % differs, see ${relative(root, file)}`]
  })
  return { problems, largest }
}

/** @param {readonly PNG[]} pictures All of one size. */
function beside(pictures) {
  const { width, height } = pictures[0] ?? new PNG()
  const row = new PNG({ width: width * pictures.length, height })
  for (const [index, picture] of pictures.entries()) {
    PNG.bitblt(picture, row, 0, 0, width, height, index * width, 0)
  }
  return row
}
