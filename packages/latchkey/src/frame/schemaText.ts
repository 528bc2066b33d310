import type * as v from 'valibot'

/** What is wrong with a message, in the words of spec §8 "Frame and transport": which member, and how. */
export function schemaText({ message, type, expected, path }: v.BaseIssue<unknown>): string {
  const place = path?.map(({ key }) => String(key)).join('.') ?? ''
  const words = wordsOf(message, type, expected)
  return place === '' ? words : `${place}: ${words}`
}

function wordsOf(message: string, type: string, expected: string | null): string {
  // A schema within another one tells its problem only as a sentence.
  const [, wanted, received] = /Expected (.+?)(?: but)? received (.+)$/s.exec(message) ?? []
  if (received === undefined) return message
  if (received === 'undefined') return 'Required'
  if (expected === 'never') return `Unrecognized key ${received}`
  if (type === 'union' || type === 'variant') return 'Invalid input'
  if (type === 'picklist') return `Invalid enum value. Expected ${wanted}, received ${received}`
  const size = { max: 'Too big. ', min: 'Too small. ' }[type.slice(0, 3)] ?? ''
  return `${size}Expected ${wanted}, received ${received}`
}
