import { defineConfig } from 'vitepress'
import { linkPlugin } from './linkPlugin.js'
import { checkPages, writeLlms } from './llms.js'
import { addressOf, type PageGroup, pageGroups } from './pages.js'

/** Where the site is served below its host: `/` or `/docs/`. */
const base = process.env.DOCS_BASE ?? '/'

/** Pages whose tables need the room beside them. */
const wide = new Set([
  'guides/theming.md',
  'reference/options.md',
  'reference/errors.md',
  'reference/settings.md',
])

export default defineConfig({
  base,
  title: 'Latchkey',
  description: 'Connect a wallet: the modal and account kit that a web app embeds, with its whole backend.',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#2f63f5' }],
  ],
  cleanUrls: true,
  metaChunk: true,
  markdown: {
    config: linkPlugin,
    // Braces are the slots of texts.
    attrs: { disable: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Quick start', link: '/guides/introduction', activeMatch: '^/guides/' },
      { text: 'Playground', link: '/guides/theming#playground' },
      { text: 'Options', link: '/reference/options', activeMatch: '^/reference/' },
      { text: 'Examples', link: '/examples/', activeMatch: '^/examples/' },
    ],
    sidebar: {
      '/decisions/': pageGroups.map(toSidebarItem),
      '/': pageGroups.filter(({ isAside }) => isAside !== true).map(toSidebarItem),
    },
    docFooter: { prev: 'Before', next: 'Next' },
    footer: { message: 'Free software under the MIT licence.' },
  },
  vite: {
    // The playground shows the kit from its sources.
    resolve: { conditions: ['source'] },
    esbuild: { jsx: 'automatic' },
    build: { target: 'es2022' },
  },
  transformPageData({ relativePath, frontmatter }) {
    if (wide.has(relativePath)) frontmatter.aside = false
  },
  async buildEnd(site) {
    checkPages(site.pages)
    await writeLlms(site.outDir, base)
  },
})

function toSidebarItem({ title, pages }: PageGroup) {
  return { text: title, items: pages.map((page) => ({ text: page.title, link: addressOf(page) })) }
}
