import { useState } from 'react'
import { accountOf } from '../../../features/account/state.js'
import { isListed } from '../../../features/account/walletAssets.js'
import { goBack } from '../../../features/modal/navigate.js'
import { activeNetwork } from '../../../features/network/state.js'
import { setSendToken } from '../../../features/send/editSend.js'
import { sendablesOf } from '../../../features/send/sendPlan.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { SearchField, searchFrom } from '../../ui/Field/SearchField.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Row, Rows } from '../../ui/Row/Row.js'
import { Tag } from '../../ui/Tag/Tag.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { quantityTextOf, sortedTokens, worthTextOf } from '../Token/worthOf.js'
import sheet from './WalletSend.css.js'

/** Lists the account's tokens, to choose the one to send. */
export function WalletSendSelectToken() {
  useSheet(sheet)
  const text = useText()
  const choose = useAction(setSendToken)
  const back = useAction(goBack)
  const locale = useKitState((state) => state.locale.tag)
  const [typed, setTyped] = useState('')
  const chosen = useKitState(({ send }) => send?.token)
  const tokens = useKitState((state) => {
    const account = accountOf(state)
    const network = activeNetwork(state)
    if (account === undefined || network === undefined) return []
    return sendablesOf(state, account, network).map(({ token }) => token)
  })
  const { shown, small } = sortedTokens(tokens)
  const wanted = typed.trim().toLowerCase()
  const found = [...shown, ...small].filter(({ name, symbol, address = '' }) =>
    [name, symbol, address].some((word) => word.toLowerCase().includes(wanted)),
  )
  return (
    <div className="send">
      {tokens.length < searchFrom ? null : (
        <SearchField
          value={typed}
          label={text('send.searchToken')}
          clearLabel={text('common.clear')}
          onChange={setTyped}
        />
      )}
      {found.length === 0 ? (
        <Notice icon="search" title={text('send.noTokens')} />
      ) : (
        <Rows label={text('send.yourTokens')}>
          {found.map((token) => (
            <Row
              key={token.address ?? 'coin'}
              start={
                <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} isListed={isListed(token)} />
              }
              name={token.name}
              note={quantityTextOf(token, locale)}
              end={
                isListed(token) ? (
                  <bdi dir="ltr">{worthTextOf(token, locale)}</bdi>
                ) : (
                  <Tag>{text('tokens.unverified')}</Tag>
                )
              }
              isCurrent={token.address === chosen}
              onClick={() => {
                choose({ token: token.address })
                back()
              }}
            />
          ))}
        </Rows>
      )}
    </div>
  )
}
