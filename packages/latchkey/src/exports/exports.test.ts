import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly exports: { readonly [path: string]: string | { readonly source: string } }
}

// What hosts can import. A name that goes, or comes, shows here before it shows at a host's.
test('the public names of each entry', async () => {
  const lines: string[] = []
  for (const [path, entry] of Object.entries(manifest.exports)) {
    if (typeof entry === 'string') continue
    const module = (await import(new URL(`../../${entry.source}`, import.meta.url).href)) as object
    lines.push(
      path.replace('.', 'latchkey'),
      ...Object.keys(module)
        .sort()
        .map((name) => `  ${name}`),
      '',
    )
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('./publicExports.txt')
})
