import { cookieToInitialState } from 'latchkey'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers, type Settings } from './Providers'

export const metadata: Metadata = {
  title: 'Latchkey with Next.js',
  description: 'A wallet that the server remembers.',
}

// biome-ignore lint/style/noDefaultExport: Next.js asks for it.
export default async function Layout({ children }: { readonly children: ReactNode }) {
  const initialState = cookieToInitialState((await headers()).get('cookie'))
  // Where your services and chains are; here the environment says so.
  const settings: Settings = JSON.parse(
    process.env.SETTINGS ?? '{"services":"http://localhost:4602","chains":[]}',
  )
  return (
    <html lang="en">
      <body>
        <Providers settings={settings} initialState={initialState}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
