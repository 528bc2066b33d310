import { useEffect, useState } from 'react'
import { fetchNfts } from '../../../features/account/fetchNfts.js'
import { accountOf, nftKey } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import type { Nft } from '../../../protocol/entities/Nft.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLive } from '../../hooks/useLive.js'
import { useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { NftPicture } from '../Token/NftPicture.js'
import { ListEnd } from './ListEnd.js'
import { ReadingShare, whileReading } from './ReadingShare.js'

/** The account's collectibles, two per row; likely scams are collapsed. */
export function AccountNfts() {
  const text = useText()
  const fetch = useAction(fetchNfts)
  const [isUnfolded, setUnfolded] = useState(false)
  const account = useKitState((state) => accountOf(state))
  const nfts = useKitState((state) => account && state.account.nfts?.[account.caipAddress])
  const locale = useKitState((state) => state.locale.tag)
  const caipAddress = account?.caipAddress

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account has other collectibles.
  useEffect(() => {
    // A failure is in the state, and is shown with a retry button.
    fetch().catch(() => {})
  }, [fetch, caipAddress])

  const { status = 'pending', items = [], next = null, reading, lacks, isPaused } = nfts ?? {}
  const isCut = next === null && lacks?.includes('older') === true
  const isReading = reading !== undefined && status !== 'error'
  useLive(isReading ? () => fetch({ isForced: true, isQuiet: true }).catch(() => {}) : nothing, whileReading)
  const shown = items.filter(({ isSpam }) => !isSpam || isUnfolded)
  const hidden = items.length - shown.length
  if (items.length === 0 && status === 'pending') {
    return (
      <div className="account-nfts" aria-busy="true" aria-label={text('common.loading')} role="status">
        {[1, 2, 3, 4].map((tile) => (
          <span key={tile} className="account-nft-empty" />
        ))}
      </div>
    )
  }
  const failed = status === 'error' && (
    <Notice
      icon="warning"
      variant="error"
      title={text('nfts.failed')}
      action={
        <Button
          size="small"
          icon="refresh"
          onClick={() =>
            void fetch({ isForced: true, isMore: items.length > 0 && next !== null }).catch(() => {})
          }
        >
          {text('common.retry')}
        </Button>
      }
    />
  )
  if (failed && items.length === 0) return failed
  const progress = reading === undefined ? null : <ReadingShare share={reading} locale={locale} />
  const older = (
    <Button variant="quiet" onClick={() => void fetch({ isMore: true }).catch(() => {})}>
      {text('activity.older')}
    </Button>
  )
  if (items.length === 0) {
    if (progress !== null || next !== null) return progress ?? older
    // Something older than what was read may be there.
    return isCut ? (
      <Notice icon="image" title={text('activity.lacksMore')} />
    ) : (
      <Notice icon="image" title={text('nfts.empty')} text={text('nfts.emptyText')} />
    )
  }
  return (
    <section className="account-list" aria-label={text('account.nfts')}>
      <ul className="account-nfts">
        {shown.map((nft) => (
          <NftTile key={nftKey(nft)} nft={nft} />
        ))}
      </ul>
      {hidden === 0 ? null : (
        <Button variant="quiet" onClick={() => setUnfolded(true)}>
          {text('nfts.spam', { count: hidden })}
        </Button>
      )}
      {failed ? (
        failed
      ) : progress !== null ? (
        progress
      ) : next === null ? null : isPaused && status !== 'pending' ? (
        older
      ) : (
        <ListEnd isBusy={status === 'pending'} onSeen={() => void fetch({ isMore: true }).catch(() => {})} />
      )}
      {isCut && <p className="account-lack">{text('activity.lacksMore')}</p>}
    </section>
  )
}

const nothing = async () => {}

function NftTile({ nft }: { readonly nft: Nft }) {
  const push = useAction(pushView)
  return (
    <li>
      <button
        type="button"
        className="account-nft"
        onClick={() => push({ name: 'NftDetails', parameters: { nft: nftKey(nft) } })}
      >
        <NftPicture nft={nft} />
        <bdi className="account-line-name">{nft.name}</bdi>
        <bdi className="account-line-note">{nft.collection.name}</bdi>
      </button>
    </li>
  )
}
