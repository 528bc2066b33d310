import { useState } from 'react'
import { fetchPortfolio } from '../../../features/account/fetchPortfolio.js'
import { accountOf } from '../../../features/account/state.js'
import { isListed } from '../../../features/account/walletAssets.js'
import { pushView } from '../../../features/modal/navigate.js'
import type { Balance } from '../../../protocol/entities/Balance.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { Tag } from '../../ui/Tag/Tag.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { pricedTextOf, quantityTextOf, sortedTokens, worthTextOf } from '../Token/worthOf.js'

/** The account's tokens, most valuable first; tokens worth less than a cent are collapsed. */
export function AccountTokens() {
  const text = useText()
  const errorText = useErrorText()
  const fetch = useAction(fetchPortfolio)
  const push = useAction(pushView)
  const [isUnfolded, setUnfolded] = useState(false)
  const portfolio = useKitState((state) => {
    const account = accountOf(state)
    return account && state.account.portfolios?.[account.caipAddress]
  })
  const { status = 'pending', tokens = [], isCut, error } = portfolio ?? {}
  if (tokens.length === 0 && status === 'pending') {
    return (
      <div className="account-list" aria-busy="true" aria-label={text('common.loading')} role="status">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} shape="row" />
        ))}
      </div>
    )
  }
  const isFailed = status === 'error' && error !== undefined
  if (tokens.length === 0) {
    return (
      <Notice
        icon={isFailed ? 'warning' : 'coin'}
        variant={isFailed ? 'error' : 'neutral'}
        title={isFailed ? errorText(error) : text('tokens.empty')}
        text={isFailed ? undefined : text('tokens.emptyText')}
        action={
          isFailed ? (
            <Button
              size="small"
              icon="refresh"
              onClick={() => void fetch({ isForced: true }).catch(() => {})}
            >
              {text('common.retry')}
            </Button>
          ) : (
            <Button size="small" icon="qr" onClick={() => push({ name: 'WalletReceive' })}>
              {text('receive.title')}
            </Button>
          )
        }
      />
    )
  }
  const { shown, small } = sortedTokens(tokens)
  return (
    <section className="account-list" aria-label={text('account.tokens')}>
      {isFailed ? <p className="account-stale">{errorText(error)}</p> : null}
      <ul>
        {[...shown, ...(isUnfolded ? small : [])].map((token) => (
          <TokenLine key={token.address ?? token.symbol} token={token} />
        ))}
      </ul>
      {small.length === 0 || isUnfolded ? null : (
        <Button variant="quiet" onClick={() => setUnfolded(true)}>
          {text('tokens.small', { count: small.length })}
        </Button>
      )}
      {isCut && <p className="account-lack">{text('activity.lacksMore')}</p>}
    </section>
  )
}

function TokenLine({ token }: { readonly token: Balance }) {
  const text = useText()
  const locale = useKitState((state) => state.locale.tag)
  const worth = worthTextOf(token, locale)
  return (
    <li className="account-line">
      <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} isListed={isListed(token)} />
      <span className="account-line-body">
        <bdi className="account-line-name">{token.name}</bdi>
        <bdi className="account-line-note" dir="ltr">
          {quantityTextOf(token, locale)}
        </bdi>
      </span>
      {isListed(token) ? null : <Tag>{text('tokens.unverified')}</Tag>}
      {worth === undefined ? null : (
        <bdi className="account-line-end" dir="ltr" title={pricedTextOf(token, locale)}>
          {worth}
        </bdi>
      )}
    </li>
  )
}
