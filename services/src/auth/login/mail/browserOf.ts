/** The browsers and systems that mails name, in the order in which they are looked for: many contain the name of another. */
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Names the browser of a `User-Agent`: `Firefox on Windows`. Nothing of the header itself gets into the name. */
export function browserOf(userAgent = ''): string {
  const text = userAgent.slice(0, 1_024)
  const find = (names: typeof browsers | typeof systems) =>
    names.find(([, pattern]) => pattern.test(text))?.[0]
  const [browser = 'an unknown browser', system] = [find(browsers), find(systems)]
  return system === undefined ? browser : `${browser} on ${system}`
}
