/**
 * Returns why a program ended: the error that Node.js printed, or else the program's last line.
 *
 * @param {readonly string[]} lines What it wrote to its standard error.
 */
export function lastWordsOf(lines) {
  const said = lines.map((line) => line.trim()).filter((line) => line !== '')
  const [last = ''] = said.reverse()
  if (!/^Node\.js v/.test(last)) return last
  // Node.js prints the source line, the error with its stack and its properties, then its version.
  return said.find((line) => /^(\w+: )*[\w.$]*(Error|Exception)\b/.test(line)) ?? said.find(isWords) ?? ''
}

/** Not a frame of a stack, a mark under a source line, a bracket or the version. @param {string} line */
const isWords = (line) => !/^(at |Node\.js v|[\^{}[\](),;]+$)/.test(line)
