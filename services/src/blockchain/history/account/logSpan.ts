import { memory, type Reading } from './Reading.js'

/** The longest query that is ever sent, in blocks. */
const longest = 1_000_000

/** Why a node refused a log query, from its error text. */
type Refusal = { readonly kind: 'results' | 'range'; readonly span: number }

/**
 * Reads a node's refusal of a log query. Some nodes name a range that would work, others their limit, and others refuse
 * the number or size of the results, or say nothing of a length: that tells nothing about other accounts.
 */
export function readRefusal(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): Refusal {
  const span = to - from + 1
  const [, low, high] = /\[\s*(0x[0-9a-f]+)\s*,\s*(0x[0-9a-f]+)\s*\]/i.exec(text) ?? []
  const named = Number(high) - Number(low) + 1
  if (named >= 1 && named < span) return { kind: 'results', span: named }
  if (/results|response|logs matched|too large|too big|answered too much|timed? ?out/i.test(text))
    return { kind: 'results', span: Math.ceil(span / 2) }
  const numbers = [...text.matchAll(/(?<![\w-])(\d[\d,_]*)(k?)\b/gi)]
    .map(([, digits = '', unit]) => Number(digits.replace(/[,_]/g, '')) * (unit === '' ? 1 : 1_000))
    .filter((number) => number >= 10 && number < span && number !== from && number !== to)
  if (numbers.length > 0) return { kind: 'range', span: Math.max(...numbers) }
  const isAboutLength = /range|span|blocks|too (wide|long)/i.test(text)
  return { kind: isAboutLength ? 'range' : 'results', span: Math.ceil(span / 4) }
}

/** Remembers that the chain's nodes refuse queries of this length. */
export function shrinkSpan({ abilities, clock }: Reading, refused: number, span: number): void {
  abilities.logSpan = Math.min(abilities.logSpan, span)
  abilities.refusedSpan =
    clock.steadyNow() < abilities.refusedUntil ? Math.min(abilities.refusedSpan, refused) : refused
  abilities.refusedUntil = clock.steadyNow() + memory
}

/** Doubles the length after a query of the full length, unless one so long was refused. */
export function growSpan({ abilities, clock }: Reading, answered: number): void {
  const { logSpan, refusedSpan, refusedUntil } = abilities
  const next = Math.min(2 * logSpan, longest)
  const isRefused = next >= refusedSpan && clock.steadyNow() < refusedUntil
  if (answered >= logSpan && !isRefused) abilities.logSpan = next
}
