import type { ReactNode } from 'react'
import { useKitState } from '../hooks/useKitState.js'
import { providerName } from './providerName.js'
import { SocialLogo } from './SocialLogo.js'
import { useEmbeddedText } from './useEmbeddedText.js'

/** Returns how the one who has logged in is called; `undefined` if that is not known. */
export function useIdentifier(): useIdentifier.Identifier | undefined {
  const text = useEmbeddedText()
  const user = useKitState(({ embedded }) => embedded?.user)
  const way = user?.way
  const provider = way === undefined || way === 'email' || way === 'passkey' ? undefined : way
  const providersName = useKitState((state) => provider && providerName(state, provider))
  if (user === undefined) return undefined
  const { email, userName } = user
  const isEmail = provider === undefined && email !== undefined
  const name = userName ?? email ?? providersName
  if (name === undefined) return undefined
  return {
    name,
    isEmail,
    note:
      providersName === undefined ? text('profile.email') : text('settings.account', { name: providersName }),
    logo:
      provider === undefined || providersName === undefined ? null : (
        <span className="row-icon">
          <SocialLogo provider={provider} name={providersName} />
        </span>
      ),
  }
}

export declare namespace useIdentifier {
  type Identifier = {
    /** An e-mail address or a user name. */
    readonly name: string
    /** What kind of account it is. */
    readonly note: string
    readonly logo: ReactNode
    /** Whether the visitor logs in by an e-mail address that can be changed. */
    readonly isEmail: boolean
  }
}
