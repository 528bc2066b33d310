import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { includedFiles } from './includedFiles.js'
import { addressOf, docs, pageGroups } from './pages.js'

const pages = pageGroups.flatMap((group) => group.pages)

/** Refuses a site with a page that no list leads to. */
export function checkPages(files: readonly string[]): void {
  const listed = new Set(pages.map(({ path }) => `${path}.md`))
  const lost = files.filter((file) => !listed.has(file) && file !== 'index.md' && !/^examples\//.test(file))
  if (lost.length > 0) throw new Error(`not in docs/.vitepress/pages.ts: ${lost.join(', ')}`)
}

/**
 * Writes what language models read (llmstxt.org): `llms.txt`, the list of pages; `llms-full.txt`, all of them in one;
 * and each page as the Markdown it was made of, beside its HTML.
 */
export async function writeLlms(outDir: string, base: string): Promise<void> {
  const list = pageGroups.map(({ title, pages, isAside }) => {
    const lines = pages.map((page) => `- [${page.title}](${base}${page.path}.md): ${page.about}`)
    return `## ${isAside === true ? 'Optional' : title}\n\n${lines.join('\n')}\n`
  })
  const texts = await Promise.all(pages.map(async ({ path }) => ({ path, text: await textOf(path) })))
  for (const { path, text } of texts) {
    const file = join(outDir, `${path}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await writeFile(join(outDir, 'llms.txt'), `${head}\n${list.join('\n')}`)
  const full = pages.flatMap((page) => {
    const text = texts.find(({ path }) => path === page.path)?.text ?? ''
    return page.path.startsWith('decisions/') ? [] : [`<!-- ${addressOf(page)} -->\n\n${text}`]
  })
  await writeFile(join(outDir, 'llms-full.txt'), `${head}\n${full.join('\n')}`)
}

const head = `# Latchkey

> A wallet-connection modal and account kit for web apps, with its whole backend. One npm package, \`latchkey\`; React 18.2
> and 19, or no React at all; EVM chains through viem; MIT licence.

- \`createKit(config)\` makes a kit, a value. There is no global state. It is safe on a server.
- Everything is an action whose first argument is the kit: \`connect(kit, { connectorId })\`, \`openModal(kit)\`.
- In React, \`<LatchkeyProvider kit={kit}>\` around the app and \`<ConnectButton />\` in it are all that is needed.
- \`services\` is the address of a backend that the host runs: \`npx latchkey-services\`.
`

/** A page's words, as they are in the repository. */
async function textOf(path: string): Promise<string> {
  const source = includedFiles.get(`${path}.md`)
  const file = source === undefined ? join(docs, `${path}.md`) : join(docs, '..', source)
  const text = await readFile(file, 'utf8')
  return text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^<\w+ \/>\n/gm, '')
}
