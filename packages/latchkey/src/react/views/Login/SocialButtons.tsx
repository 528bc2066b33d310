import type { SocialProvider } from '../../../core/Config.js'
import { pushView } from '../../../features/modal/navigate.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useProviderName } from '../../embedded/providerName.js'
import { SocialLogo } from '../../embedded/SocialLogo.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useLoginWays } from '../../embedded/useLoginWays.js'
import { useSocialLogin } from '../../embedded/useSocialLogin.js'
import { useAction } from '../../hooks/useAction.js'
import { Row, Rows } from '../../ui/Row/Row.js'

/** The most social logins that the connect screen shows itself. */
const shown = 6

/**
 * The social logins: two as two logos; else the first as a row and the others as logos, of which the last one leads to the
 * screen with all of them if they are more than six.
 */
export function SocialButtons() {
  const text = useEmbeddedText()
  const push = useAction(pushView)
  const { socials } = useLoginWays()
  const [first, ...rest] = socials
  const hasMore = socials.length > shown
  const logos = socials.length === 2 ? socials : hasMore ? rest.slice(0, shown - 2) : rest
  return (
    <>
      {first === undefined || socials.length === 2 ? null : (
        <Rows label={text('login.socials')}>
          <SocialRow provider={first} />
        </Rows>
      )}
      {logos.length === 0 ? null : (
        <ul className="socials" aria-label={text('login.socials')}>
          {logos.map((provider) => (
            <SocialLogoButton key={provider} provider={provider} />
          ))}
          {hasMore ? (
            <li>
              <button
                type="button"
                className="social"
                aria-label={text('login.more')}
                onClick={() => push({ name: 'ConnectSocials' })}
              >
                <EmbeddedIcon name="more" />
              </button>
            </li>
          ) : null}
        </ul>
      )}
    </>
  )
}

/** A social login as a row with its name. */
export function SocialRow({ provider }: { readonly provider: SocialProvider }) {
  const text = useEmbeddedText()
  const logIn = useSocialLogin()
  const name = useProviderName(provider)
  return (
    <Row
      start={
        <span className="row-logo">
          <SocialLogo provider={provider} name={name} />
        </span>
      }
      name={text('login.continueWith', { name })}
      onClick={() => logIn(provider)}
    />
  )
}

function SocialLogoButton({ provider }: { readonly provider: SocialProvider }) {
  const text = useEmbeddedText()
  const logIn = useSocialLogin()
  const name = useProviderName(provider)
  return (
    <li>
      <button
        type="button"
        className="social"
        aria-label={text('login.continueWith', { name })}
        onClick={() => logIn(provider)}
      >
        <SocialLogo provider={provider} name={name} />
      </button>
    </li>
  )
}
