import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readExamples } from './examples.js'
import { includedFiles } from './includedFiles.js'
import { toPageAddress } from './linkPlugin.js'
import { docs, type PageGroup, pageGroups } from './pages.js'

/** Refuses a site with a page that no list leads to. */
export function checkPages(files: readonly string[]): void {
  const listed = new Set(pageGroups.flatMap(({ pages }) => pages.map(({ path }) => `${path}.md`)))
  const lost = files.filter((file) => !listed.has(file) && file !== 'index.md' && !/^examples\//.test(file))
  if (lost.length > 0) throw new Error(`not in docs/.vitepress/pages.ts: ${lost.join(', ')}`)
}

/**
 * Writes what language models read (llmstxt.org): `llms.txt`, the list of pages; `llms-full.txt`, all of them in one but
 * the optional ones; and each page as Markdown, beside its HTML.
 */
export async function writeLlms(outDir: string, base: string): Promise<void> {
  const groups = await Promise.all(pageGroups.map((group) => readGroup(group, base)))
  groups.splice(-1, 0, {
    title: 'Examples',
    pages: readExamples().map(({ name, about, text }) => ({
      path: `examples/${name}`,
      title: name,
      about,
      text,
    })),
  })
  for (const { path, text } of groups.flatMap(({ pages }) => pages)) {
    await mkdir(dirname(join(outDir, path)), { recursive: true })
    await writeFile(join(outDir, `${path}.md`), text)
  }
  const lists = groups.map(({ title, pages, isAside }) => {
    const lines = pages.map((page) => `- [${page.title}](${base}${page.path}.md): ${page.about}`)
    return `## ${isAside === true ? 'Optional' : title}\n\n${lines.join('\n')}\n`
  })
  await writeFile(join(outDir, 'llms.txt'), `${head}\n${lists.join('\n')}`)
  const all = groups.filter(({ isAside }) => isAside !== true).flatMap(({ pages }) => pages)
  const texts = all.map(({ path, text }) => `<!-- ${base}${path} -->\n\n${text}`)
  await writeFile(join(outDir, 'llms-full.txt'), `${head}\n${texts.join('\n')}`)
}

const head = `# Latchkey

> A wallet-connection modal and account kit for web apps, with its whole backend. One npm package, \`latchkey\`; React 18.2
> and 19, or no React at all; EVM chains through viem; MIT licence.

- \`createKit(config)\` makes a kit, a value. There is no global state. It is safe on a server.
- Everything is an action whose first argument is the kit: \`connect(kit, { connectorId })\`, \`openModal(kit)\`.
- In React, \`<LatchkeyProvider kit={kit}>\` around the app and \`<ConnectButton />\` in it are all that is needed.
- \`services\` is the address of a backend that the host runs: \`npx @latchkey/services\`.
`

async function readGroup(group: PageGroup, base: string) {
  const pages = await Promise.all(
    group.pages.map(async (page) => ({ ...page, text: await textOf(`${page.path}.md`, base) })),
  )
  return { ...group, pages }
}

/** A page's words as they are in the repository, with links to the Markdown of other pages. */
async function textOf(page: string, base: string): Promise<string> {
  const text = await readFile(join(docs, '..', includedFiles.get(page) ?? join('docs', page)), 'utf8')
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^<\w+ \/>\n/gm, '')
    .replace(
      /\]\((?![a-z]+:|[#/])([^)\s]+)\)/gi,
      (_, href) => `](${base}${toPageAddress(href, page).slice(1)})`,
    )
}
