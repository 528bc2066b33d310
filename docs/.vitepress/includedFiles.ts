/** Pages that show a file from elsewhere in the repository: the page, and that file. */
export const includedFiles: ReadonlyMap<string, string> = new Map([
  ['reference/services.md', 'services/README.md'],
  ['reference/settings.md', 'services/SETTINGS.md'],
  ['reference/explorer.md', 'services/src/explorer/README.md'],
])
