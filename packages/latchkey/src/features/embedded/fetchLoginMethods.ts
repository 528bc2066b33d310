import { callEndpoint } from '../../core/callEndpoint.js'
import { getLoginMethods } from '../../protocol/http/loginMethods.js'
import type { Kit } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { embeddedWallet, updateEmbedded } from './embeddedWallet.js'
import type { LoginMethods } from './state.js'

/** How long the operator's answer counts, in milliseconds. */
const maxAge = 300_000

const none: LoginMethods = { status: 'pending', email: false, socials: [], passkey: false }

/**
 * Asks the wallet's site which ways to log in its operator has configured. The site is asked once in five minutes; the
 * answer before stays meanwhile.
 *
 * @throws `ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND`, and what `callEndpoint` throws; the failure is in the state
 */
export async function fetchLoginMethods(kit: Kit): Promise<LoginMethods> {
  const { url } = embeddedWallet(kit)
  const { methods } = kit.store.getState().embedded ?? {}
  if (methods?.status !== 'success')
    updateEmbedded(kit, { methods: { ...none, ...methods, status: 'pending' } })
  const services = { ...kit.config.services, frame: url }
  try {
    const { email, socials, oidc, farcaster, passkey, custody } = await kit.cache.get('login methods', {
      maxAge,
      load: () => callEndpoint({ ...kit, config: { ...kit.config, services } }, getLoginMethods),
    })
    const all = [
      ...(oidc === undefined ? [] : ['oidc' as const]),
      ...socials,
      ...(farcaster ? ['farcaster' as const] : []),
    ]
    const found: LoginMethods = { status: 'success', email, socials: all, oidc, passkey, custody }
    updateEmbedded(kit, { methods: found })
    return found
  } catch (error) {
    if (kit.store.getState().embedded?.methods?.status !== 'success')
      updateEmbedded(kit, { methods: { ...none, status: 'error', error: toErrorState(error) } })
    throw error
  }
}
