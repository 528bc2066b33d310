import type { SiwxConfig } from '../../core/siwx.js'
import { type Account, accountOf } from '../account/state.js'
import { askSignature } from '../intent/askSignature.js'
import type { Kit } from '../Kit.js'

/**
 * After an account has signed in, asks its wallet for the signatures of its accounts of other chain families, one after
 * the other (decision 194). A family that does not sign is asked again when the visitor goes to it.
 */
export async function signInBeside(
  kit: Kit,
  siwx: SiwxConfig,
  { connectorId, namespace }: Account,
  isWanted: () => boolean,
): Promise<void> {
  const { current } = kit.store.getState().connection
  const others = Object.keys(current).filter((one) => current[one] === connectorId && one !== namespace)
  for (const other of others) {
    const account = accountOf(kit.store.getState(), other)
    if (account === undefined || !isWanted()) return
    await signInWith(kit, siwx, account, isWanted).catch(() => {})
  }
}

async function signInWith(kit: Kit, siwx: SiwxConfig, account: Account, isWanted: () => boolean) {
  const { address: accountAddress, networkId: chainId } = account
  if ((await siwx.getSessions(chainId, accountAddress)).length > 0) return
  const message = await siwx.createMessage({ accountAddress, chainId })
  if (!isWanted()) return
  const text = message.toString()
  const answer = await askSignature(kit, { message: text, kind: 'signIn' }, account)
  if (!isWanted()) return
  const data = { accountAddress: message.accountAddress, chainId: message.chainId }
  await siwx.addSession({ data, ...answer })
  kit.events.emit({ type: 'SIWX_AUTH_SUCCESS', network: chainId })
}
