import * as v from 'valibot'
import { cleanText } from './text.js'

/** A non-empty untrusted text, cleaned. */
export function text(length: number) {
  return v.pipe(
    v.string(),
    v.transform((value) => cleanText(value, length)),
    v.minLength(1),
  )
}
