import type { Login, ProviderLogin } from './state.js'

/** Whether a login is one at a provider, in a window of its own. */
export function isSocialLogin(login: Login | undefined): login is ProviderLogin & Pick<Login, 'error'> {
  return login !== undefined && login.way !== 'email' && login.way !== 'farcaster' && login.way !== 'passkey'
}
