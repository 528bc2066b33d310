import { providerNames, Row, RowIcon, Rows, SocialLogo } from 'latchkey/site'
import { hasPasskeys } from '../page/passkeys.js'
import type { LoginOffer } from '../worker/walletApi.js'
import { useText } from './SiteContext.js'
import type { Provider } from './useLoginElsewhere.js'

/** The ways to log in besides a mail, as rows. */
export function LoginWays({ offer, onProvider, onPasskey }: LoginWays.Props) {
  const text = useText()
  return (
    <Rows label={text('login.socials')}>
      {offer.passkey && hasPasskeys() ? (
        <Row start={<RowIcon name="key" />} name={text('recover.passkey')} onClick={onPasskey} />
      ) : null}
      {providersOf(offer).map((provider) => {
        const name = nameOf(provider, offer)
        return (
          <Row
            key={provider}
            start={
              <span className="row-logo">
                <SocialLogo provider={provider} name={name} />
              </span>
            }
            name={text('login.continueWith', { name })}
            onClick={() => onProvider(provider)}
          />
        )
      })}
    </Rows>
  )
}

export declare namespace LoginWays {
  type Props = {
    readonly offer: LoginOffer
    readonly onProvider: (provider: Provider) => void
    readonly onPasskey: () => void
  }
}

/** In the order in which the modal shows them. */
function providersOf({ socials, oidc, farcaster }: LoginOffer): readonly Provider[] {
  const known = socials.filter((one) => one !== 'oidc')
  return [
    ...(oidc === undefined ? [] : (['oidc'] as const)),
    ...known,
    ...(farcaster ? (['farcaster'] as const) : []),
  ]
}

/** Returns how visitors call a provider. */
export function nameOf(provider: Provider, { oidc }: LoginOffer): string {
  return provider === 'oidc' ? (oidc?.name ?? '') : providerNames[provider]
}
