import { type Exchange, type Fault, handOn } from './FaultyServer.js'

export type Faults = { readonly [name: string]: Fault }

const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' }
const json = { ...cors, 'content-type': 'application/json' }

/** Gives the same answer to every request. */
const say =
  (body: string, { status = 200, headers = {} }: { status?: number; headers?: object } = {}): Fault =>
  ({ response }) => {
    response.writeHead(status, { ...json, ...headers })
    response.end(body)
  }

/** Answers without usable data: the visitor must see an error and be able to retry. */
export const failures = {
  hangs: ({ hold }) => hold(),
  'begins to answer, and hangs': ({ response, hold }) => {
    response.writeHead(200, json)
    response.write('{"data":[')
    hold()
  },
  'hangs up': ({ response }) => response.destroy(),
  'hangs up in the middle': async ({ response, ask }) => {
    const { body } = await ask()
    response.writeHead(200, { ...json, 'content-length': String(body.length + 10) })
    response.write(body.subarray(0, body.length / 2))
    setTimeout(() => response.destroy(), 20)
  },
  'sends half of the JSON': async ({ response, ask }) => {
    const { body } = await ask()
    response.writeHead(200, json)
    response.end(body.subarray(0, Math.max(body.length / 2, 1)))
  },
  'asks for patience': say('', { status: 429, headers: { 'retry-after': '7' } }),
  'asks for a day of patience': say('{}', { status: 429, headers: { 'retry-after': '86400' } }),
  'is behind a broken proxy': say('<!doctype html><h1>502 Bad Gateway</h1>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  }),
  'is behind a log-in page': say('<!doctype html><title>Log in to the network</title>', {
    headers: { 'content-type': 'text/html' },
  }),
  'sends 10 MB': say(`{"data":[],"more":"${'x'.repeat(10 * 1024 * 1024)}"}`),
  'sends null': say('null'),
  'sends nothing': say(''),
  'sends the wrong types': spoil((value) => {
    if (Array.isArray(value)) return {}
    if (typeof value === 'string') return 7
    if (typeof value === 'number') return { valueOf: 'seven' }
    if (typeof value === 'boolean') return 'perhaps'
    return value === null ? [] : undefined
  }),
} as const satisfies Faults

const html = '<img src="https://evil.example/x.png" onerror="top.ran=1"><script>top.ran=2</script><b>Free</b>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran=3"><script>top.ran=4</script><image href="https://evil.example/x.png"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:top.ran=5"></iframe></foreignObject></svg>`
const svgLink = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const words = /^(name|symbol|description|value|text|bio)$/
const pictures = /^(iconUrl|avatar|image_url|url|image)$/
const links = /^(homepage|mobile_link|desktop_link|webapp_link|app_store|play_store|chrome_store)$/
const only =
  (keys: RegExp, poison: (value: unknown) => unknown) =>
  (value: unknown, key: string): unknown =>
    keys.test(key) && (typeof value !== 'object' || value === null) ? poison(value) : undefined

// Answers of the right shape with hostile or absurd values, which must not reach the visitor unchanged.

/** Impossible amounts. */
export const amountPoisons = {
  'NaN for numbers': async (exchange) => {
    const { body } = await exchange.ask()
    say(body.toString().replace(/":\s*-?[\d.]+(?=[,}])/g, '":NaN'))(exchange)
  },
  'prices of 1e30': spoil(only(/^(price|value)$/, (value) => (typeof value === 'number' ? 1e30 : undefined))),
  'prices below zero': spoil(
    only(/^(price|value)$/, (value) => (typeof value === 'number' ? -5 : undefined)),
  ),
  'the highest prices there may be': spoil(
    only(/^(price|value)$/, (value) => (typeof value === 'number' ? 1e15 : undefined)),
  ),
  '255 decimals': spoil(only(/^decimals$/, (value) => (typeof value === 'number' ? 255 : '255'))),
  'amounts that are none': spoil(only(/^(numeric|quantity)$/, () => '1e30')),
  'amounts below zero': spoil(only(/^(numeric|quantity)$/, () => '-1')),
  'the longest amounts there may be': spoil(only(/^(numeric|quantity)$/, () => '9'.repeat(78))),
} as const satisfies Faults

/** Hostile texts. */
export const wordPoisons = {
  'names that turn the text around': spoil(
    only(words, (value) =>
      typeof value === 'string' ? `\u202e${value}\u2066\u200b\u0000\u061c` : undefined,
    ),
  ),
  'names that look like others': spoil(
    only(words, (value) => (typeof value === 'string' ? value.replace(/[AaEeOoCc]/g, lookalike) : undefined)),
  ),
  'HTML in names': spoil(only(words, (value) => (typeof value === 'string' ? html : undefined))),
  'names without end': spoil(
    only(words, (value) => (typeof value === 'string' ? `${value} ${'W'.repeat(20_000)}` : undefined)),
  ),
} as const satisfies Faults

/** Hostile pictures, or ones that would reveal the visitor to a stranger. */
export const picturePoisons = {
  'pictures with scripts': spoil(only(pictures, () => svgLink)),
  'pictures elsewhere': spoil(only(pictures, () => 'https://evil.example/x.png')),
} as const satisfies Faults

/** Links that must not be opened. */
export const linkPoisons = {
  'links that run': spoil(only(links, () => 'javascript:top.ran=6//')),
} as const satisfies Faults

/** Lists with repeated items. */
export const listPoisons = {
  'everything twice': spoil((value) => (Array.isArray(value) ? [...value, ...value] : undefined)),
} as const satisfies Faults

/** Invalid cursors. */
export const pagePoisons = {
  'a cursor that loops': spoil((_, key) => (key === 'next' ? 'again' : undefined)),
  'a cursor that never ends': spoil((_, key) =>
    key === 'next' ? `more-${Math.random().toString(36).slice(2)}` : undefined,
  ),
} as const satisfies Faults

/** Invalid or hostile bytes in place of a picture. */
export const pictureFaults = {
  'an SVG with scripts': say(svg, { headers: { 'content-type': 'image/svg+xml' } }),
  'HTML that says it is a picture': say(html, { headers: { 'content-type': 'image/png' } }),
  'a page of HTML': say(html, { headers: { 'content-type': 'text/html' } }),
  'nothing at all': ({ hold }) => hold(),
} as const satisfies Faults

/** Returns a Cyrillic lookalike of a Latin letter. */
function lookalike(letter: string): string {
  return { A: 'А', a: 'а', E: 'Е', e: 'е', O: 'О', o: 'о', C: 'С', c: 'с' }[letter] ?? letter
}

type Poison = (value: unknown, key: string) => unknown

/** Replaces values in the real answer for which `poison` returns something. */
export function spoil(poison: Poison): Fault {
  return async (exchange: Exchange) => {
    const answer = await exchange.ask()
    if (!/json/.test(answer.headers['content-type'] ?? ''))
      return handOn({ ...exchange, ask: async () => answer })
    const spoiled = JSON.stringify(spoiledValue(JSON.parse(answer.body.toString()), '', poison))
    exchange.response.writeHead(answer.status, answer.headers)
    exchange.response.end(spoiled)
  }
}

function spoiledValue(value: unknown, key: string, poison: Poison): unknown {
  const other = poison(value, key)
  if (other !== undefined && !Array.isArray(other)) return other
  const base = other ?? value
  if (Array.isArray(base)) return base.map((item) => spoiledValue(item, '', poison))
  if (typeof base !== 'object' || base === null) return base
  return Object.fromEntries(
    Object.entries(base).map(([name, member]) => [name, spoiledValue(member, name, poison)]),
  )
}

const result = (value: unknown) => spoil((_, key) => (key === 'result' ? value : undefined))

/** Absurd answers of a node. */
export const chainPoisons = {
  'an object as the result': result({}),
  'an empty result': result('0x'),
  'a result that is no number': result('0xzz'),
  'a result below zero': result('-0x5'),
  'a number in place of a text': result(1e30),
  'HTML as the result': result(html),
  'an error in a foreign shape': say(JSON.stringify({ jsonrpc: '2.0', id: 1, error: html })),
  'an error with HTML': say(
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: html, data: html } }),
  ),
} as const satisfies Faults

/** Receipts without a transaction's result. */
export const receiptPoisons = {
  'an empty object as the receipt': result({}),
  'a receipt with a status of its own': result({ status: html, blockNumber: '0x1', logs: [] }),
  'a text for a receipt': result(html),
  'nothing, for ever': result(null),
} as const satisfies Faults
