/**
 * A mail as the local mailbox shows it.
 *
 * @typedef {{ from: string, to: string, subject: string, text: string, html: string }} Mail
 */

/**
 * Reads a mail in the format of RFC 5322 and MIME: the headers that people read, and the parts that are text.
 *
 * @param {Buffer} raw
 * @returns {Mail}
 */
export function readMail(raw) {
  const { headers, body } = split(raw.toString('latin1'))
  const parts = partsOf(headers, body, 0)
  const find = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.text ?? ''
  const header = (/** @type {string} */ name) => decodeWords(headers.get(name) ?? '')
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    text: find('text/plain'),
    html: find('text/html'),
  }
}

/** @param {string} text @returns {{ headers: Map<string, string>, body: string }} */
function split(text) {
  const end = /\r?\n\r?\n/.exec(text)
  const head = end === null ? text : text.slice(0, end.index)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const pairs = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 1
      ? []
      : [/** @type {const} */ ([line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()])]
  })
  return { headers: new Map(pairs), body: end === null ? '' : text.slice(end.index + end[0].length) }
}

/**
 * Returns the texts of a part and of the parts in it.
 *
 * @param {Map<string, string>} headers @param {string} body @param {number} depth
 * @returns {{ type: string, text: string }[]}
 */
function partsOf(headers, body, depth) {
  const content = headers.get('content-type') ?? 'text/plain'
  const type = content.replace(/;.*/s, '').trim().toLowerCase()
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(content) ?? []
  const boundary = quoted ?? plain
  if (type.startsWith('multipart/') && boundary !== undefined && depth < 8) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return inner.flatMap((part) => {
      const { headers: own, body: text } = split(part.replace(/^\r?\n/, '').replace(/\r?\n$/, ''))
      return partsOf(own, text, depth + 1)
    })
  }
  if (!type.startsWith('text/')) return []
  return [{ type, text: decode(body, headers.get('content-transfer-encoding') ?? '').replace(/\r\n/g, '\n') }]
}

/** @param {string} body @param {string} encoding */
function decode(body, encoding) {
  const bytes = /base64/i.test(encoding)
    ? Buffer.from(body, 'base64')
    : Buffer.from(/quoted-printable/i.test(encoding) ? unquote(body.replace(/=\r?\n/g, '')) : body, 'latin1')
  return bytes.toString('utf8')
}

/** @param {string} text */
function unquote(text) {
  return text.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Decodes the words of a header that are not ASCII (RFC 2047). @param {string} text */
function decodeWords(text) {
  return text
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, kind, word) =>
      /b/i.test(kind)
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )
}
