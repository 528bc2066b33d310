import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { includedFiles } from './includedFiles.js'

/**
 * Links between files, as they work in the repository, become links between pages. A file that is not on the site is an
 * error, so that no link leads nowhere.
 */
export function linkPlugin(md: MarkdownRenderer): void {
  md.core.ruler.after('inline', 'latchkey-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href !== null && isRelative(href)) token.attrSet('href', toPageAddress(href, env.relativePath))
      }
    }
  })
}

function isRelative(href: string): boolean {
  return !/^([a-z]+:|[#/])/i.test(href)
}

/** The address of the page that a link in another page leads to: `/guides/react.md#hooks`. */
export function toPageAddress(href: string, page: string): string {
  const [path = '', ...rest] = href.split(/(?=[#?])/)
  const source = includedFiles.get(page) ?? join('docs', page)
  const file = posix.join(posix.dirname(source), path).replace(/\/$/, '')
  const address = addressOfFile(file)
  if (address === undefined) throw new Error(`${source}: ${href} is not on the site`)
  return address + rest.join('')
}

function addressOfFile(file: string): string | undefined {
  const including = [...includedFiles].find(([, included]) => included === file)?.[0]
  if (including !== undefined) return `/${including}`
  const example = /^examples\/([\w-]+)/.exec(file)?.[1]
  if (example !== undefined) return `/examples/${example}.md`
  return file.startsWith('docs/') ? file.slice('docs'.length) : undefined
}
