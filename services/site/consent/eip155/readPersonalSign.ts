import type { Raw, Row, Warning } from '../ConsentRequest.js'
import { type Draft, row, warn } from '../Draft.js'
import { listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { checkSignIn } from '../text/checkSignIn.js'
import { isOnlyText } from '../text/isOnlyText.js'
import { decodeText, readMessageBytes, showBytes } from '../text/readText.js'
import { isOwn, requireOwn } from './ownAddress.js'

/** `personal_sign`: a text or bytes, and the account; some apps have them the other way around. */
export function readPersonalSign(request: WalletRequest, context: ReadContext): Draft {
  const [first, second] = listOf(request)
  const isReversed = isOwn(first, context) && !isOwn(second, context)
  const [message, account] = isReversed ? [second, first] : [first, second]
  const address = requireOwn(account, 'address', context)
  const bytes = readMessageBytes(message, 'message')
  const shown = showBytes(bytes)
  const signIn = checkMessage({ bytes, account: address, request, context })
  const rows: readonly Row[] = [...signIn.rows, row('message', shown.value)]
  const raw: Raw = { format: 'hex', text: bytes }
  return {
    title: signIn.isSignIn ? 'signIn' : 'signMessage',
    rows,
    warnings: messageWarnings(shown, signIn),
    raw,
    content: { type: 'message', bytes },
  }
}

/** Returns the warnings about a message, of any chain family. */
export function messageWarnings(
  { value, warnings }: ReturnType<typeof showBytes>,
  signIn: Pick<ReturnType<typeof checkMessage>, 'isSignIn' | 'warnings'>,
): readonly Warning[] {
  const all = [...warnings, ...signIn.warnings]
  const isPlain = value.type === 'text' && !signIn.isSignIn && all.length === 0 && isOnlyText(value.text)
  return isPlain ? [warn('info', 'onlyText')] : all
}

/** Looks for a sign-in text in a message of any family. */
export function checkMessage({
  bytes,
  account,
  request,
  context,
}: {
  readonly bytes: `0x${string}`
  readonly account: string
  readonly request: WalletRequest
  readonly context: ReadContext
}): { readonly isSignIn: boolean; readonly rows: readonly Row[]; readonly warnings: readonly Warning[] } {
  const text = decodeText(bytes)
  const { chainId } = request
  const found =
    text === undefined
      ? undefined
      : checkSignIn({ text, origin: context.origin, account, chainId, now: context.now() })
  return { isSignIn: found?.isValid === true, rows: found?.rows ?? [], warnings: found?.warnings ?? [] }
}
