import { useCallback, useEffect, useMemo, useState } from 'react'
import { pushView } from '../../../features/modal/navigate.js'
import { isSameWallet } from '../../../features/wallets/connectGroups.js'
import { fetchMoreWallets } from '../../../features/wallets/fetchWallets.js'
import { searchWallets } from '../../../features/wallets/searchWallets.js'
import { isMobileDevice } from '../../device.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { searchDelay } from '../../styles/timings.js'
import { Button, IconButton } from '../../ui/Button/Button.js'
import { SearchField } from '../../ui/Field/SearchField.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { EmptyTile } from '../../ui/Tile/Tile.js'
import { VirtualGrid } from '../../ui/VirtualGrid/VirtualGrid.js'
import { useConnectData } from '../Connect/useConnectData.js'
import sheet from './AllWallets.css.js'
import { WalletTile } from './WalletTile.js'

const skeletonCount = 16

/** Lists all of the explorer's wallets, with a search by name. */
export function AllWallets() {
  useSheet(sheet)
  const text = useText()
  const { search, ...filters } = useFilters()
  const push = useAction(pushView)
  return (
    <div className="all-wallets">
      <div className="all-wallets-top">
        <SearchField
          value={search.typed}
          label={text('allWallets.search')}
          clearLabel={text('common.clear')}
          onChange={search.type}
        />
        {isMobileDevice() ? (
          <IconButton
            icon="qr"
            label={text('allWallets.scan')}
            onClick={() => push({ name: 'ConnectingWalletConnect' })}
          />
        ) : null}
      </div>
      <fieldset className="filters" aria-label={text('allWallets.filters')}>
        <Filter
          label={text('allWallets.certified')}
          isOn={filters.isCertified}
          onChange={filters.setCertified}
        />
        <Filter
          label={text('allWallets.installed')}
          isOn={filters.isInstalled}
          onChange={filters.setInstalled}
        />
      </fieldset>
      <WalletGrid isSearching={search.isOn} isInstalled={filters.isInstalled} onClear={filters.clear} />
    </div>
  )
}

function Filter({
  label,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <button type="button" className="filter" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {label}
    </button>
  )
}

/** The visitor's search text: shown at once, searched for after a delay. */
function useFilters() {
  const { clock } = useKit()
  const stored = useKitState(({ wallets }) => wallets.search.text)
  const [typed, setTyped] = useState(stored)
  const [isCertified, setCertified] = useState(false)
  const [isInstalled, setInstalled] = useState(false)
  const run = useAction(searchWallets)
  const badge = isCertified ? 'certified' : undefined
  useConnectData()

  useEffect(() => {
    if (typed.trim() === '') {
      void run({ text: '', badge })
      return
    }
    return clock.setTimeout(() => void run({ text: typed, badge }), searchDelay)
  }, [clock, run, typed, badge])

  return {
    search: { typed, type: setTyped, isOn: typed.trim() !== '' || isCertified },
    isCertified,
    setCertified,
    isInstalled,
    setInstalled,
    clear() {
      setTyped('')
      setCertified(false)
      setInstalled(false)
    },
  }
}

type GridProps = {
  readonly isSearching: boolean
  readonly isInstalled: boolean
  readonly onClear: () => void
}

function WalletGrid({ isSearching, isInstalled, onClear }: GridProps) {
  const text = useText()
  const errorText = useErrorText()
  const more = useAction(fetchMoreWallets)
  const list = useKitState(({ wallets }) => (isSearching ? wallets.search : wallets.all))
  const connectors = useKitState(({ connection }) => connection.connectors)
  const entries = useMemo(() => {
    const all = list.wallets.map((wallet) => ({
      wallet,
      connector: connectors.find((connector) => isSameWallet(wallet, connector)),
    }))
    // Installed wallets first; the others in the explorer's order.
    const installed = all.filter(({ connector }) => connector !== undefined)
    return isInstalled ? installed : [...installed, ...all.filter(({ connector }) => connector === undefined)]
  }, [list.wallets, connectors, isInstalled])
  const renderItem = useCallback(
    (index: number, focus: VirtualGrid.ItemFocus) => {
      const entry = entries[index]
      return entry === undefined ? null : <WalletTile key={entry.wallet.id} {...entry} focus={focus} />
    },
    [entries],
  )

  const onEnd = useCallback(() => {
    if (!isSearching && list.status !== 'error') void more()
  }, [isSearching, more, list.status])
  useEffect(() => {
    if (!isSearching && list.status === 'idle') void more()
  }, [isSearching, list.status, more])

  if (list.status === 'error' && entries.length === 0) {
    const { code } = list.error ?? { code: 'WALLETS_FETCH_FAILED' }
    return (
      <Notice
        icon="warning"
        variant="error"
        title={text('allWallets.failed')}
        text={list.error === undefined || code === 'WALLETS_FETCH_FAILED' ? undefined : errorText(list.error)}
        action={
          <Button onClick={() => void (isSearching ? onClear() : more())}>{text('common.retry')}</Button>
        }
      />
    )
  }
  if (list.status === 'success' && entries.length === 0) {
    return (
      <Notice
        icon="search"
        title={text('allWallets.empty')}
        text={text('allWallets.emptyText')}
        action={<Button onClick={onClear}>{text('allWallets.clear')}</Button>}
      />
    )
  }
  if (entries.length === 0) {
    return (
      <div className="tiles" aria-busy="true">
        {Array.from({ length: skeletonCount }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
          <EmptyTile key={index} />
        ))}
      </div>
    )
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {text('allWallets.results', { count: isSearching || isInstalled ? entries.length : list.count })}
      </p>
      <VirtualGrid
        count={entries.length}
        label={text('allWallets.title')}
        isBusy={list.status === 'pending'}
        onEnd={onEnd}
        renderItem={renderItem}
      />
    </>
  )
}
