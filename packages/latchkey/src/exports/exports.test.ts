import { readFileSync } from 'node:fs'
import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly exports: { readonly [path: string]: string | { readonly source: string } }
}

// What hosts can import. A name that goes, or comes, shows here before it shows at a host's.
// Every entry is read from its sources, with all that it imports.
test('the public names of each entry', { timeout: 120_000 }, async () => {
  const lines: string[] = []
  for (const [path, entry] of Object.entries(manifest.exports)) {
    if (typeof entry === 'string') continue
    const module = (await import(new URL(`../../${entry.source}`, import.meta.url).href)) as object
    lines.push(
      path.replace('.', 'latchkey'),
      // One entry passes viem's hundreds of chains on; which those are is viem's to keep.
      ...Object.keys(module)
        .filter((name) => path !== './appkit/networks' || !(name in viemChains))
        .sort()
        .map((name) => `  ${name}`),
      '',
    )
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('./publicExports.txt')
})
