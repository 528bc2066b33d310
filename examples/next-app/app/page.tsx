import { ConnectButton, NetworkButton } from 'latchkey/react'
import { Account } from './Account'

// biome-ignore lint/style/noDefaultExport: Next.js asks for it.
export default function Page() {
  return (
    <main>
      <h1>Latchkey with Next.js</h1>
      <NetworkButton />
      <ConnectButton />
      <Account />
    </main>
  )
}
