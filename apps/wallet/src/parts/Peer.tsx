import type { Metadata } from '@latchkey/sign-client/wallet'

/** What an app says of itself: a claim, and shown as one. */
export function Peer({ metadata }: { readonly metadata: Metadata }) {
  return (
    <div className="peer">
      <b>{metadata.name || 'An app without a name'}</b>
      <span className="quiet">says it is {metadata.url || 'nobody'} (not verified)</span>
    </div>
  )
}
