import type { ReactNode } from 'react'
import { useKitState } from '../hooks/useKitState.js'
import { providerNames, SocialLogo } from './SocialLogo.js'
import { useEmbeddedText } from './useEmbeddedText.js'

/** Returns how the one who has logged in is called; `undefined` if that is not known. */
export function useIdentifier(): useIdentifier.Identifier | undefined {
  const text = useEmbeddedText()
  const user = useKitState(({ embedded }) => embedded?.user)
  if (user === undefined) return undefined
  const { way, email, userName } = user
  const provider = way === undefined || way === 'email' || way === 'passkey' ? undefined : way
  const isEmail = provider === undefined && email !== undefined
  const name = userName ?? email ?? (provider && providerNames[provider])
  if (name === undefined) return undefined
  return {
    name,
    isEmail,
    note:
      provider === undefined
        ? text('profile.email')
        : text('settings.account', { name: providerNames[provider] }),
    logo:
      provider === undefined ? null : (
        <span className="row-icon">
          <SocialLogo provider={provider} />
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
