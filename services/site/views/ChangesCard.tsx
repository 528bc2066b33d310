import type { AllowanceChange, AssetChange, ConsentRequest } from '../consent/ConsentRequest.js'
import { allowanceText, assetText } from './assetText.js'
import { useSiteState, useText } from './SiteContext.js'

/** Shows what the accounts gain and lose by a request, and who may spend from them afterwards. */
export function ChangesCard({ changes }: ChangesCard.Props) {
  const text = useText()
  if (changes.status !== 'simulated') {
    // The warnings say why.
    return changes.status === 'unknown' ? (
      <section className="card">
        <h2>{text('approve.changes')}</h2>
        <p className="surface-note">{text('approve.changesUnknown')}</p>
      </section>
    ) : null
  }
  const isEmpty = changes.assets.length + changes.allowances.length === 0
  return (
    <section className="card">
      <h2>{text('approve.changes')}</h2>
      {isEmpty ? <p className="surface-note">{text('approve.changesNone')}</p> : null}
      {changes.assets.map((asset) => (
        <AssetLine key={`${asset.contract} ${asset.tokenId} ${asset.units}`} asset={asset} />
      ))}
      {changes.allowances.map((allowance) => (
        <AllowanceLine
          key={`${allowance.contract} ${allowance.spender} ${allowance.tokenId}`}
          allowance={allowance}
        />
      ))}
    </section>
  )
}

export declare namespace ChangesCard {
  type Props = { readonly changes: NonNullable<ConsentRequest['changes']> }
}

function AssetLine({ asset }: { readonly asset: AssetChange }) {
  const text = useText()
  const tag = useSiteState(({ locale }) => locale.tag)
  return (
    <p className="change" data-way={asset.units.startsWith('-') ? 'out' : 'in'}>
      <bdi dir="ltr">{assetText(text, tag, asset)}</bdi>
      <OfContract contract={asset.contract} />
    </p>
  )
}

function AllowanceLine({ allowance }: { readonly allowance: AllowanceChange }) {
  const text = useText()
  const tag = useSiteState(({ locale }) => locale.tag)
  return (
    <p className="change" data-way="out">
      <bdi dir="ltr">{allowanceText(text, tag, allowance)}</bdi>
      <OfContract contract={allowance.contract} />
      <span className="surface-note">{text('approve.spender', { spender: allowance.spender })}</span>
    </p>
  )
}

/** The whole address of a token: its symbol is its own word, and every token may say the same one. */
function OfContract({ contract }: { readonly contract: string | undefined }) {
  if (contract === undefined) return null
  return (
    <span className="surface-note">
      <bdi dir="ltr">{contract}</bdi>
    </span>
  )
}
