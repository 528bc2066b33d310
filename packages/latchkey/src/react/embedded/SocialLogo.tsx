import type { ReactNode } from 'react'
import type { SocialProvider } from '../../core/Config.js'

/** The providers that everybody knows. */
type KnownProvider = Exclude<SocialProvider, 'oidc'>

/** Their own names, the same in every language. */
export const providerNames: { readonly [provider in KnownProvider]: string } = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

// Drawn for this project on a 24 × 24 grid, in the shapes and colours by which each provider is known.
const logos: { readonly [provider in KnownProvider]: ReactNode } = {
  google: (
    <g fill="none" strokeWidth="4">
      <path d="M18.4 6.6A9 9 0 0 0 4.2 8.5" stroke="#ea4335" />
      <path d="M4.2 8.5a9 9 0 0 0 0 7" stroke="#fbbc05" />
      <path d="M4.2 15.5A9 9 0 0 0 17.8 18.9" stroke="#34a853" />
      <path d="M17.8 18.9A9 9 0 0 0 20.9 12H12" stroke="#4285f4" />
    </g>
  ),
  x: (
    <path d="M3 3h5.2l5 6.8L19 3h2.2l-7 8.2L21.6 21h-5.2l-5.3-7.2L5 21H2.6l7.4-8.7zm3.2 1.6 11 14.8h1.4l-11-14.8z" />
  ),
  discord: (
    <path
      fill="#5865f2"
      fillRule="evenodd"
      d="M8.6 4.4C6.9 4.7 5.4 5.2 4 5.9 1.7 9.4 1 12.8 1.3 16.2c1.7 1.3 3.4 2.1 5.1 2.6l1.2-1.8-1.8-.9.4-.4c3.6 1.7 8 1.7 11.6 0l.4.4-1.8.9 1.2 1.8c1.7-.5 3.4-1.3 5.1-2.6.4-3.9-.7-7.3-2.7-10.3-1.4-.7-2.9-1.2-4.6-1.5l-.6 1.3a16 16 0 0 0-5.6 0zM8.2 14.2c-1.1 0-2-1-2-2.2s.9-2.2 2-2.2 2 1 2 2.2-.9 2.2-2 2.2zm7.6 0c-1.1 0-2-1-2-2.2s.9-2.2 2-2.2 2 1 2 2.2-.9 2.2-2 2.2z"
    />
  ),
  farcaster: (
    <path
      fill="#7c65c1"
      d="M5 3h14v3h3l-.8 3H20v9.5a1.2 1.2 0 0 1 1 1.3V21h-5.5v-1.2a1.2 1.2 0 0 1 1-1.3V13a4.5 4.5 0 0 0-9 0v5.5a1.2 1.2 0 0 1 1 1.3V21H3v-1.2a1.2 1.2 0 0 1 1-1.3V9H2.8L2 6h3z"
    />
  ),
  github: (
    <path d="M12 2a10 10 0 0 0-3.2 19.5c.5.1.7-.2.7-.5v-1.8c-2.8.6-3.4-1.3-3.4-1.3-.4-1.1-1.1-1.4-1.1-1.4-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.5 2.3 1.1 2.9.8.1-.6.3-1.1.6-1.3-2.2-.3-4.5-1.1-4.5-4.9 0-1.1.4-2 1-2.7-.1-.3-.4-1.3.1-2.7 0 0 .8-.3 2.7 1a9.4 9.4 0 0 1 5 0c1.9-1.3 2.7-1 2.7-1 .5 1.4.2 2.4.1 2.7.6.7 1 1.6 1 2.7 0 3.8-2.3 4.6-4.5 4.9.4.3.7.9.7 1.8V21c0 .3.2.6.7.5A10 10 0 0 0 12 2z" />
  ),
  apple: (
    <path d="M16.7 12.6c0-2.3 1.9-3.4 2-3.5-1.1-1.6-2.8-1.8-3.4-1.8-1.4-.1-2.8.9-3.5.9s-1.8-.8-3-.8c-1.5 0-3 .9-3.8 2.3-1.6 2.8-.4 7 1.2 9.3.8 1.1 1.7 2.4 2.9 2.3 1.2 0 1.6-.7 3-.7s1.8.7 3 .7 2-1.1 2.8-2.2c.9-1.3 1.2-2.5 1.2-2.6 0 0-2.4-.9-2.4-3.9zM14.4 5.8c.6-.8 1.1-1.9.9-3-.9 0-2.1.6-2.7 1.4-.6.7-1.1 1.8-1 2.9 1 .1 2.1-.5 2.8-1.3z" />
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="10" fill="#0866ff" />
      <path
        fill="#fff"
        d="M13.3 22v-7.3h2.5l.5-3h-3V9.9c0-.9.4-1.6 1.7-1.6h1.4V5.7s-1.2-.2-2.3-.2c-2.4 0-3.9 1.4-3.9 4v2.2H7.5v3h2.7V22z"
      />
    </>
  ),
}

/** A provider's logo, without a name: the element around it has the label. The operator's own one has its first letter. */
export function SocialLogo({ provider, name, size = 24 }: SocialLogo.Props) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="currentColor">
      {provider === 'oidc' ? (
        <>
          <circle cx="12" cy="12" r="10" fillOpacity="0.14" />
          <text x="12" y="16.4" textAnchor="middle" fontSize="12.5" fontWeight="600">
            {[...name][0]?.toUpperCase()}
          </text>
        </>
      ) : (
        logos[provider]
      )}
    </svg>
  )
}

export declare namespace SocialLogo {
  type Props = {
    readonly provider: SocialProvider
    /** How visitors call the provider. */
    readonly name: string
    /** In CSS pixels. @default 24 */
    readonly size?: number | undefined
  }
}
