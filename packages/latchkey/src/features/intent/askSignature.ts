import type { SignParameters } from '../../core/adapter.js'
import { initialIntentState, type PlainIntent } from '../../core/intent.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { type Account, accountOf } from '../account/state.js'
import { onDisconnect } from '../connection/farewells.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import type { Kit } from '../Kit.js'
import { dropTracked } from './asked.js'
import { askWallet } from './askWallet.js'
import { endSignatures } from './endSignatures.js'
import { newIntentId } from './newIntentId.js'
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
  const intent = plainIntent(kit, account, kind)
  const { open } = kit.store.getState().intent ?? initialIntentState
  const same = open.filter(
    (one) => one.intent.kind === kind && one.intent.connectorId === account.connectorId,
  )
  if (kind === 'message' && same.length > 0) {
    throw walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: intent.wallet } })
  }
  // A new sign-in replaces the attempt before.
  for (const one of same) dropTracked(kit, one)
  const { address, networkId, facts } = account
  const isOpen = () => kit.store.getState().intent?.open.some((one) => one.intent.id === intent.id) === true
  const ask = <answer>(sign: (who: SignParameters) => Promise<answer>, isWanted?: () => boolean) =>
    askWallet(kit, intent, {
      request: (provider) =>
        sign({
          ...{ provider, address, networkId, wallet: intent.wallet, message: asked.message },
          ...(facts && { account: facts }),
        }),
      isWanted,
    })
  const asking = async () => {
    const { kind, message } = asked
    const signIn = kind === 'signIn' ? adapter.signIn : undefined
    if (signIn === undefined) return ask(adapter.signMessage)
    const { answer, tracked } = await ask((who) => signIn({ ...who, message: message as string }))
    // A second prompt, with the same checks before it, unless the visitor has given up meanwhile.
    return answer === undefined ? ask(adapter.signMessage, isOpen) : { answer, tracked }
  }
  const { answer, tracked } = await untilGivenUp(kit, intent.id, asking())
  dropTracked(kit, tracked)
  return typeof answer === 'string' ? { message: asked.message as string, signature: answer } : answer
}

/** An intent that moves no money by itself, or whose effect is up to the app. */
export function plainIntent(
  kit: Kit,
  { networkId, address, connectorId }: Account,
  kind: PlainIntent['kind'],
  method?: string,
): PlainIntent {
  return {
    id: newIntentId(),
    kind,
    networkId,
    account: address,
    connectorId,
    wallet: walletNameOf(kit.store.getState(), connectorId),
    madeAt: kit.clock.now(),
    ...(method === undefined ? {} : { method }),
  }
}
