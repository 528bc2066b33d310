/** Writes rows of cells in columns, for a terminal. @param {readonly (readonly string[])[]} rows @returns {string} */
export function tableOf(rows) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   '))
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n')
}
