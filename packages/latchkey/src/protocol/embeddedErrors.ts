import { embeddedErrorTexts } from './embeddedErrorTexts.js'
import { type ErrorArguments, KitError, type KitErrorArguments } from './errors.js'

export type EmbeddedErrorCode = keyof typeof embeddedErrorTexts

/** Makes a {@link KitError} of the embedded wallet, with its text. */
export function embeddedError<code extends EmbeddedErrorCode>(
  code: code,
  ...[options]: ErrorArguments<code>
): KitError<code> {
  // TypeScript cannot relate the conditional `slots` of the two signatures; the caller's were checked above.
  return new KitError<code>(
    code,
    ...([{ ...options, text: embeddedErrorTexts[code] }] as unknown as KitErrorArguments<code>),
  )
}
