import type { SignParameters } from '../../core/adapter.js'
import { bytesOf, hexOf } from '../../core/hexOf.js'
import { initialIntentState } from '../../core/intent.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { type Account, accountOf } from '../account/state.js'
import { onDisconnect } from '../connection/farewells.js'
import type { Kit } from '../Kit.js'
import { dropTracked } from './asked.js'
import { askWallet } from './askWallet.js'
import { endSignatures } from './endSignatures.js'
import { plainIntent } from './plainIntent.js'
import { untilGivenUp } from './untilGivenUp.js'

type Asked =
  | { readonly kind: 'message'; readonly message: string | Uint8Array }
  | { readonly kind: 'signIn'; readonly message: string }

/**
 * Asks the wallet to sign a text, like every request of the kit: the kit first reads the wallet's account and network
 * again, and the modal shows the request until the wallet answers. Only one request of a kind is open at a time.
 * Resolves to the text that was signed, and its signature.
 *
 * @throws What `askWallet` and the adapter's `signMessage` throw; `REQUEST_ALREADY_PENDING`; `REQUEST_ABORTED` where
 *   the visitor gives it up, or the connection ends.
 */
export async function askSignature(
  kit: Kit,
  asked: Asked,
  account: Account | undefined = accountOf(kit.store.getState()),
): Promise<{ readonly message: string; readonly signature: string }> {
  const { kind } = asked
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const adapter = kit.adapters.get(account.namespace)
  if (adapter === undefined) throw walletError('CHAIN_ADAPTER_NOT_FOUND')
  onDisconnect(kit, endSignatures)
  const intent = plainIntent(kit, account, { kind, message: heldMessage(asked.message) })
  const { account: address, networkId, wallet } = intent
  const { open } = kit.store.getState().intent ?? initialIntentState
  const same = open.filter(
    (one) => one.intent.kind === kind && one.intent.connectorId === account.connectorId,
  )
  if (kind === 'message' && same.length > 0) {
    throw walletError('REQUEST_ALREADY_PENDING', { slots: { wallet } })
  }
  // A new sign-in replaces the attempt before.
  for (const one of same) dropTracked(kit, one)
  const isOpen = () => kit.store.getState().intent?.open.some((one) => one.intent.id === intent.id) === true
  const ask = <answer>(sign: (who: SignParameters) => Promise<answer>, isWanted?: () => boolean) =>
    askWallet(kit, intent, {
      request: (provider) =>
        sign({
          ...{ provider, address, networkId, wallet, message: messageOf(intent) },
          ...(account.facts && { account: account.facts }),
        }),
      isWanted,
    })
  const { signIn, signMessage } = adapter
  const asking = async () => {
    const { message } = intent
    if (kind !== 'signIn' || signIn === undefined || !('text' in message)) return ask(signMessage)
    const { answer, tracked } = await ask((who) => signIn({ ...who, message: message.text }))
    // A second prompt, with the same checks before it, unless the visitor has given up meanwhile.
    return answer === undefined ? ask(signMessage, isOpen) : { answer, tracked }
  }
  const { answer, tracked } = await untilGivenUp(kit, intent.id, asking())
  dropTracked(kit, tracked)
  return typeof answer === 'string' ? { message: asked.message as string, signature: answer } : answer
}

type HeldMessage = { readonly text: string } | { readonly hex: string }

/** A message as an intent holds it, which is JSON. */
function heldMessage(message: string | Uint8Array): HeldMessage {
  return typeof message === 'string' ? { text: message } : { hex: hexOf(message) }
}

function messageOf({ message }: { readonly message: HeldMessage }): string | Uint8Array {
  return 'text' in message ? message.text : bytesOf(message.hex)
}
