import { accountErrorTexts } from './accountErrorTexts.js'
import { type ErrorArguments, KitError, type KitErrorArguments } from './errors.js'

export type AccountErrorCode = keyof typeof accountErrorTexts

/** Makes a {@link KitError} of the account's flows, with its text. */
export function accountError<code extends AccountErrorCode>(
  code: code,
  ...[options]: ErrorArguments<code>
): KitError<code> {
  // TypeScript cannot relate the conditional `slots` of the two signatures; the caller's were checked above.
  return new KitError<code>(
    code,
    ...([{ ...options, text: accountErrorTexts[code] }] as unknown as KitErrorArguments<code>),
  )
}
