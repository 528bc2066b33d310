import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQr from 'qr'

const width = 640
const height = 480

/** Writes a film for Chromium's camera that shows a QR code: one YUV4MPEG2 frame, which Chromium repeats. */
export function cameraFilm(text: string): string {
  const rows = encodeQr(text, 'raw', { border: 4 })
  const luma = Buffer.alloc(width * height, 235)
  const side = Math.floor((height - 40) / rows.length)
  const [left, top] = [(width - side * rows.length) >> 1, (height - side * rows.length) >> 1]
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      for (let line = 0; line < side; line++) {
        const at = (top + y * side + line) * width + left + x * side
        luma.fill(16, at, at + side)
      }
    }
  }
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420\nFRAME\n`)
  const file = join(mkdtempSync(join(tmpdir(), 'latchkey-camera-')), 'film.y4m')
  writeFileSync(file, Buffer.concat([head, luma, chroma]))
  return file
}
