import { cookieToInitialState } from 'latchkey'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { type ReactNode, Suspense } from 'react'
import { Providers, type Settings } from './Providers'

export const metadata: Metadata = {
  title: 'Latchkey with Next.js',
  description: 'A wallet that the server remembers.',
}

// biome-ignore lint/style/noDefaultExport: Next.js asks for it.
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <Visitor>{children}</Visitor>
        </Suspense>
      </body>
    </html>
  )
}

/** Reads the request, which Next.js allows only inside a `Suspense` if `cacheComponents` is on. */
async function Visitor({ children }: { readonly children: ReactNode }) {
  const initialState = cookieToInitialState((await headers()).get('cookie'))
  // The addresses of your services and chains, here from the environment.
  const settings: Settings = JSON.parse(
    process.env.SETTINGS ?? '{"services":"http://localhost:4602","chains":[]}',
  )
  return (
    <Providers settings={settings} initialState={initialState}>
      {children}
    </Providers>
  )
}
