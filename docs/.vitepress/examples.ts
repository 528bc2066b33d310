import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { docs } from './pages.js'

const folder = join(docs, '../examples')
const shown = new Set(['.ts', '.tsx', '.html', '.css', '.mjs', '.json'])

export type Example = {
  readonly name: string
  readonly about: string
  /** Its page: what it is, and each of its files. */
  readonly text: string
}

/** Every example that has some code. */
export function readExamples(): readonly Example[] {
  return readdirSync(folder)
    .filter((name) => filesOf(name).some((file) => extname(file) !== '.json'))
    .map((name) => {
      const about = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).description
      const files = filesOf(name).map((file) => {
        const code = readFileSync(join(folder, name, file), 'utf8')
        return `## ${file}\n\n\`\`\`\`${extname(file).slice(1).replace('mjs', 'js')}\n${code}\`\`\`\`\n`
      })
      const text = `# ${name}\n\n${about} In the repository: \`examples/${name}\`.\n\n${files.join('\n')}`
      return { name, about, text }
    })
}

function filesOf(name: string): readonly string[] {
  return readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => shown.has(extname(file)) && !/(^|\/)(node_modules|dist|\.next|docs)\//.test(file))
    .filter((file) => !file.endsWith('.d.ts'))
    .sort()
}
