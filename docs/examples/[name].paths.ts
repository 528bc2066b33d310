import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))
const shown = new Set(['.ts', '.tsx', '.html', '.css', '.mjs', '.json'])

export default {
  paths: () =>
    readdirSync(examples)
      .filter((name) => filesOf(join(examples, name)).some((file) => extname(file) !== '.json'))
      .map((name) => ({ params: { name }, content: textOf(name) })),
}

/** An example as a page: what it is, and each of its files. */
function textOf(name: string): string {
  const folder = join(examples, name)
  const { description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = filesOf(folder).map((file) => {
    const code = readFileSync(join(folder, file), 'utf8')
    return `## ${file}\n\n\`\`\`\`${extname(file).slice(1).replace('mjs', 'js')}\n${code}\`\`\`\`\n`
  })
  return `# ${name}\n\n${description} In the repository: \`examples/${name}\`.\n\n${files.join('\n')}`
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => shown.has(extname(file)) && !/(^|\/)(node_modules|dist|\.next|docs)\//.test(file))
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => relative(folder, join(folder, file)))
    .sort()
}
