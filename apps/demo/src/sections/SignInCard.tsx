import { accountOf } from 'latchkey'
import { useKitState, useSiwx } from 'latchkey/react'
import { Card } from './Card.js'

const modes = [
  ['off', 'Do not ask'],
  ['optional', 'Ask'],
  ['required', 'Insist'],
] as const

export type SignInMode = (typeof modes)[number][0]

/** Reads the page's sign-in mode from its address: `?signIn=required`. */
export function signInMode(): SignInMode {
  const wanted = new URLSearchParams(location.search).get('signIn')
  return modes.find(([mode]) => mode === wanted)?.[0] ?? 'off'
}

/** Signs in with one signature, which the auth service verifies. */
export function SignInCard() {
  const mode = signInMode()
  const { status, signIn, signOut } = useSiwx()
  const isConnected = useKitState((state) => accountOf(state) !== undefined)
  return (
    <Card title="Sign in">
      <nav className="actions" aria-label="Signing in">
        {modes.map(([name, label]) => (
          <a
            key={name}
            className="choice"
            aria-current={name === mode}
            href={name === 'off' ? '/' : `/?signIn=${name}`}
          >
            {label}
          </a>
        ))}
      </nav>
      <p role="status" data-testid="sign-in">
        {mode === 'off'
          ? 'This page asks for a wallet, and for no signature.'
          : { signedOut: 'Signed out', checking: 'Looking…', signing: 'Signing…', signedIn: 'Signed in' }[
              status
            ]}
      </p>
      {mode === 'off' ? null : status === 'signedIn' ? (
        <button type="button" onClick={() => void signOut().catch(() => {})}>
          Sign out
        </button>
      ) : (
        <button type="button" disabled={!isConnected} onClick={() => void signIn().catch(() => {})}>
          Sign in
        </button>
      )}
    </Card>
  )
}
