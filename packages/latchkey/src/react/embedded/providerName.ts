import type { SocialProvider } from '../../core/Config.js'
import type { State } from '../../features/Kit.js'
import { useKitState } from '../hooks/useKitState.js'
import { providerNames } from './SocialLogo.js'

/** Returns how visitors call a provider; the operator has named their own one. */
export function providerName({ embedded }: State, provider: SocialProvider): string {
  return provider === 'oidc' ? (embedded?.methods?.oidc?.name ?? 'OpenID Connect') : providerNames[provider]
}

/** As {@link providerName}, for what is drawn. */
export function useProviderName(provider: SocialProvider): string {
  return useKitState((state) => providerName(state, provider))
}
