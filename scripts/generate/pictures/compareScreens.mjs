import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { root } from '../../install.mjs'
import { readSheet } from './sheets.mjs'

/**
 * What may differ, because browsers draw edges a little differently from version to version: up to this share of a
 * screen's points. A point differs when its colour does, visibly, and it is not on the edge of something.
 */
export const tolerance = { share: 0.02, colour: 0.1 }

/** Where screens that differ are left, as they were, as they are, and what changed between. */
export const differences = join(root, '.cache/pictures/differences')

export function clearDifferences() {
  rmSync(differences, { recursive: true, force: true })
  mkdirSync(differences, { recursive: true })
}

/**
 * The screens that look otherwise than on the kept sheet, each in words.
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
    // A name that is missing has been told of already.
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

/** @param {readonly PNG[]} pictures Of one size. */
function beside(pictures) {
  const { width, height } = pictures[0] ?? new PNG()
  const row = new PNG({ width: width * pictures.length, height })
  for (const [index, picture] of pictures.entries()) {
    PNG.bitblt(picture, row, 0, 0, width, height, index * width, 0)
  }
  return row
}
