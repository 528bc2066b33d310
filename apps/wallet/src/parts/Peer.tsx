import type { Metadata } from '@latchkey/sign-client/wallet'

/** Shows an app's own metadata, marked as unverified. */
export function Peer({ metadata }: { readonly metadata: Metadata }) {
  return (
    <div className="peer">
      <b>{metadata.name || 'An app without a name'}</b>
      <span className="quiet">says it is {metadata.url || 'nobody'} (not verified)</span>
    </div>
  )
}
