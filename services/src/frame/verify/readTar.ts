const block = 512
const text = new TextDecoder()

/**
 * Reads the files of a tar archive as npm makes them (ustar, with records of pax for long names).
 *
 * @throws `TypeError`, if it is none.
 */
export function readTar(archive: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  let longName: string | undefined
  for (let at = 0; at + block <= archive.length; ) {
    const head = archive.subarray(at, at + block)
    if (head.every((byte) => byte === 0)) break
    if (!word(head, 257, 5).startsWith('ustar')) throw new TypeError('this is no tar archive')
    const size = Number.parseInt(word(head, 124, 12).trim(), 8)
    const body = archive.subarray(at + block, at + block + size)
    if (!(size >= 0) || body.length !== size) throw new TypeError('this tar archive is cut off')
    const kind = word(head, 156, 1)
    if (kind === 'x') longName = /(?:^|\n)\d+ path=([^\n]+)\n/.exec(text.decode(body))?.[1]
    if (kind === '0' || kind === '') files.set(longName ?? nameOf(head), body)
    if (kind !== 'x') longName = undefined
    at += block + Math.ceil(size / block) * block
  }
  return files
}

function nameOf(head: Uint8Array): string {
  const prefix = word(head, 345, 155)
  return prefix === '' ? word(head, 0, 100) : `${prefix}/${word(head, 0, 100)}`
}

/** Reads a text that ends with a zero byte or with its field. */
function word(head: Uint8Array, from: number, length: number): string {
  const field = head.subarray(from, from + length)
  const end = field.indexOf(0)
  return text.decode(end === -1 ? field : field.subarray(0, end))
}
