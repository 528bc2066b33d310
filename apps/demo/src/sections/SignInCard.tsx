import { accountOf, type SiwxConfig } from 'latchkey'
import { useAccounts, useKitState, useSiwx } from 'latchkey/react'
import { useEffect, useState } from 'react'
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

/** Signs in with one signature for each account, which the auth service verifies. */
export function SignInCard({ siwx }: { readonly siwx?: SiwxConfig | undefined }) {
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
          : !isConnected
            ? 'No account of this network is connected'
            : { signedOut: 'Signed out', checking: 'Looking…', signing: 'Signing…', signedIn: 'Signed in' }[
                status
              ]}
      </p>
      {siwx === undefined ? null : <Sessions siwx={siwx} />}
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

/** The accounts that are signed in: the one in use, and those of the other families, which stay so beside it. */
function Sessions({ siwx }: { readonly siwx: SiwxConfig }) {
  const { status } = useSiwx()
  const { accounts } = useAccounts()
  const [signedIn, setSignedIn] = useState<readonly string[]>([])
  // A text, so that the effect runs again only when an account or the status differs.
  const asked = JSON.stringify({ status, connected: accounts })
  useEffect(() => {
    let isCurrent = true
    const { connected } = JSON.parse(asked) as { readonly connected: typeof accounts }
    const looking = connected.map(async ({ namespace, networkId, address }) => {
      const found = networkId === undefined ? [] : await siwx.getSessions(networkId, address).catch(() => [])
      return found.length > 0 ? [`${familyNames[namespace] ?? namespace}: ${address}`] : []
    })
    void Promise.all(looking).then((found) => isCurrent && setSignedIn(found.flat()))
    return () => {
      isCurrent = false
    }
  }, [siwx, asked])
  if (signedIn.length === 0) return null
  return (
    <ul className="sessions" aria-label="Signed in">
      {signedIn.map((one) => (
        <li key={one}>
          <code className="long">{one}</code>
        </li>
      ))}
    </ul>
  )
}

const familyNames: { readonly [namespace: string]: string } = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
