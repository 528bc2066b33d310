import { isSocialLogin } from '../../../features/embedded/isSocialLogin.js'
import { providerName } from '../../embedded/providerName.js'
import { SocialLogo } from '../../embedded/SocialLogo.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useSocialLogin } from '../../embedded/useSocialLogin.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Ring } from '../../ui/Ring/Ring.js'
import sheet from '../WaitingPane/WaitingPane.css.js'
import logoSheet from './ConnectingSocial.css.js'

/** Waits for a login at a provider, in a window of its own. */
export function ConnectingSocial() {
  useSheet(sheet)
  useSheet(logoSheet)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const logIn = useSocialLogin()
  const login = useKitState(({ embedded }) => embedded?.login)
  const name = useKitState((state) => (isSocialLogin(login) ? providerName(state, login.way) : ''))
  if (!isSocialLogin(login)) return null
  const { way: provider, status, error } = login
  const hasFailed = error !== undefined
  const isBlocked = error?.code === 'LOGIN_WINDOW_BLOCKED'
  const words = {
    opening: 'social.opening',
    window: 'social.window',
    entering: 'social.user',
    error: 'social.failed',
  } as const
  return (
    <div className="waiting">
      <Ring state={hasFailed ? 'error' : 'waiting'}>
        <span className="social-picture">
          <SocialLogo provider={provider} name={name} size={44} />
        </span>
      </Ring>
      <div className="waiting-words" role="status" aria-live="polite">
        <p className="waiting-title" data-state={hasFailed ? 'error' : 'waiting'}>
          {hasFailed ? text('social.failed') : text('social.logIn', { name })}
        </p>
        <p className="waiting-text">{hasFailed ? errorText(error) : text(words[status])}</p>
      </div>
      {hasFailed ? (
        <div className="waiting-actions">
          <Button variant="primary" icon={isBlocked ? 'external' : 'refresh'} onClick={() => logIn(provider)}>
            {text(isBlocked ? 'social.open' : 'common.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
