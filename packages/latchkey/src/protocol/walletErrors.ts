import { type ErrorArguments, KitError, type KitErrorArguments } from './errors.js'
import { walletErrorTexts } from './walletErrorTexts.js'

type WalletErrorCode = keyof typeof walletErrorTexts

/** Makes a {@link KitError} about reaching a wallet or about its answer, with its text. */
export function walletError<code extends WalletErrorCode>(
  code: code,
  ...[options]: ErrorArguments<code>
): KitError<code> {
  // TypeScript cannot relate the conditional `slots` of the two signatures; the caller's were checked above.
  return new KitError<code>(
    code,
    ...([{ ...options, text: walletErrorTexts[code] }] as unknown as KitErrorArguments<code>),
  )
}
