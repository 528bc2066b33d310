import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Rows } from '../../ui/Row/Row.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import connect from '../Connect/Connect.css.js'
import { LegalGate } from '../Connect/LegalGate.js'
import sheet from '../Login/Login.css.js'
import { useLoginMethods } from '../Login/Login.js'
import { SocialRow } from '../Login/SocialButtons.js'

/** All social logins, each as a row. */
export function ConnectSocials() {
  useSheet(connect)
  useSheet(sheet)
  const text = useEmbeddedText()
  const { status, ways } = useLoginMethods()
  const { socials } = ways
  return (
    <LegalGate>
      {socials.length > 0 ? (
        <Rows label={text('login.socials')}>
          {socials.map((provider) => (
            <SocialRow key={provider} provider={provider} />
          ))}
        </Rows>
      ) : status === 'pending' ? (
        <div className="login-waiting" role="status" aria-busy="true" aria-label={text('common.loading')}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} shape="row" />
          ))}
        </div>
      ) : (
        <Notice icon="warning" title={text('login.unreachable')} />
      )}
    </LegalGate>
  )
}
