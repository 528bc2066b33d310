/** Whether somebody has typed the word that the surface asks for, in any case, with or without its accents. */
export function isSameWord(tag: string, typed: string, word: string): boolean {
  return typed.trim().localeCompare(word, tag, { sensitivity: 'base' }) === 0
}
