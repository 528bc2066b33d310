import { useEffect, useState } from 'react'
import { shortAddress } from '../../../core/addresses.js'
import type { Tracked, TransferIntent } from '../../../core/intent.js'
import { currentView } from '../../../core/router.js'
import { switchWallet } from '../../../features/intent/switchWallet.js'
import { isAtReview } from '../../../features/modal/isAtReview.js'
import { showsRequest } from '../../../features/modal/showsRequest.js'
import { networkOf } from '../../../features/network/state.js'
import { showSnackbar } from '../../../features/notify/showSnackbar.js'
import { followRefused } from '../../../features/send/followRefused.js'
import { leaveReview } from '../../../features/send/reviewSend.js'
import { initialSendState, type RecipientWarning, type SendState } from '../../../features/send/state.js'
import { submitSend } from '../../../features/send/submitSend.js'
import { localNumber } from '../../../protocol/amounts/localNumber.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { formatUnits } from '../../../protocol/formatUnits.js'
import { useAction } from '../../hooks/useAction.js'
import { useDeliberate } from '../../hooks/useDeliberate.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useLive } from '../../hooks/useLive.js'
import { useMutation } from '../../hooks/useMutation.js'
import { useKit } from '../../KitContext.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Gone } from '../Gone/Gone.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { ConnectionTrouble } from '../WaitingPane/ConnectionTrouble.js'
import type { Spent } from './Spent.js'
import {
  costOf,
  costShareOf,
  dollarsOf,
  minutesOf,
  priceOf,
  warningsKey,
  warningsOf,
  withheldOf,
} from './sendTexts.js'
import { TokenContract } from './TokenContract.js'
import { useRecipientPicture } from './useRecipientPicture.js'
import formSheet from './WalletSend.css.js'
import sheet from './WalletSendPreview.css.js'
import { Caution, Warnings } from './Warnings.js'

/** How often the kit checks on the chain whether a refused request was sent anyway, in milliseconds. */
const pace = { interval: 2_000, longest: 10_000 }

/** The review that the visitor reads before the wallet is asked. It shows only the intent, which does not change. */
export function WalletSendPreview() {
  const leave = useAction(leaveReview)
  const review = useKitState(({ intent }) => intent?.review)
  const network = useKitState((state) => review && networkOf(state, review.intent.networkId))
  if (review === undefined || network === undefined) {
    return <Gone />
  }
  return <Review review={review} network={network} onLeave={leave} />
}

function Review({ review, network, onLeave }: Review.Props) {
  useSheet(formSheet)
  useSheet(sheet)
  const kit = useKit()
  const text = useText()
  const errorText = useErrorText()
  const labelOf = useLabels()
  const locale = useKitState((state) => state.locale.tag)
  const submit = useAction(submitSend)
  const snack = useAction(showSnackbar)
  const toWallet = useMutation(useAction(switchWallet))
  useLive(useAction(followRefused), pace)
  const { intent, status, error: cancelledBy } = review
  const { recipient, symbol, listedSymbol, tokenAddress, decimals, price, iconUrl = '', fee, wallet } = intent
  const [SpentCoins, setSpentCoins] = useState<typeof Spent>()
  const isSpending = fee?.spent !== undefined
  useEffect(() => {
    // Without it the review is as it is in other families.
    if (isSpending) void import('./Spent.js').then(({ Spent }) => setSpentCoins(() => Spent)).catch(() => {})
  }, [isSpending])
  const typed = useKitState(({ send }) => send) ?? initialSendState
  const warnings = recipient.warnings as readonly RecipientWarning[]
  const form: SendState = { ...typed, recipient: { ...recipient, status: 'valid', warnings } }
  const deliberate = useDeliberate(`${intent.id} ${warningsKey(form)}`)
  const image = useNetworkImage(network)
  const picture = useRecipientPicture(recipient, intent.networkId)
  const namespace = network.chainNamespace
  const label = labelOf({ address: recipient.address, namespace })
  const short = (address: string) => shortAddress(kit, { address, namespace })
  const units = BigInt(intent.units)
  const worth = dollarsOf(units, decimals, price, locale)
  const reckonedPrice = priceOf(intent.reckonedPrice, locale)
  const earlierPrice = priceOf(intent.earlierPrice, locale)
  const isStrange = listedSymbol !== undefined || earlierPrice !== undefined
  const withheld = withheldOf(intent, locale)
  const share = costShareOf(intent, network, locale)
  const isGrave =
    isStrange ||
    withheld?.isGrave ||
    share?.isGrave ||
    warningsOf(text, form).some((warning) => warning.isGrave)
  const isCancelled = status === 'cancelled'
  const error = cancelledBy ?? form.error
  const cost = costOf(
    { fee: fee ? { ...fee, status: 'ready' } : { status: 'idle' } },
    { network },
    intent.coinPrice,
    locale,
  )

  const send = () => {
    // A refusal is in the state, and shown below.
    submit().then(
      ({ id, intentId = id }) => {
        // The transfer's own screen shows this already; the message is for a visitor who has moved to another screen.
        const view = currentView(kit.store.getState().modal.stack)
        if (showsRequest(kit, view, { id: intentId, kind: 'transfer' })) return
        snack({ variant: 'success', message: { text: text('send.started') } })
      },
      () => {},
    )
  }
  const returnWallet = () => {
    // The visitor may have left the review by the time the wallet answers. A failure is told by the action.
    const leave = () => {
      if (isAtReview(kit) && kit.store.getState().intent?.review?.intent.id === intent.id) onLeave()
    }
    toWallet.mutateAsync({ networkId: intent.networkId }).then(leave, () => {})
  }
  return (
    <div className="send">
      <div className="send-sum">
        <TokenPicture
          symbol={symbol}
          iconUrl={iconUrl}
          isListed={!intent.isUnverified && listedSymbol === undefined}
        />
        <span className="send-words">
          <strong>
            <bdi dir="ltr">
              {localNumber(formatUnits(units, decimals), locale)} {symbol}
            </bdi>
          </strong>
          {worth === undefined ? null : (
            <small>
              <bdi dir="ltr">{worth}</bdi>
            </small>
          )}
          {/* The visitor typed dollars, so this price determined the number of tokens. */}
          {reckonedPrice === undefined ? null : (
            <bdi dir="ltr">
              1 {symbol} = {reckonedPrice}
            </bdi>
          )}
        </span>
      </div>
      <div className="send-sum">
        <Avatar address={recipient.address} src={picture} size={40} />
        <span className="send-words">
          <strong>
            <bdi>{label ?? recipient.name ?? short(recipient.address)}</bdi>
          </strong>
          {label === undefined || recipient.name === undefined ? null : (
            <small>
              <bdi>{recipient.name}</bdi>
            </small>
          )}
          {/* The full address: look-alikes differ in the middle. */}
          <small>
            <bdi dir="ltr">{recipient.address}</bdi>
          </small>
        </span>
      </div>
      <dl className="send-facts">
        <div>
          <dt>{text('send.from')}</dt>
          <dd>
            <bdi dir="ltr">{short(intent.account)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('send.network')}</dt>
          <dd className="send-line">
            <Picture src={image} fallback="network" size={20} shape="round" />
            {network.name}
          </dd>
        </div>
        {tokenAddress === undefined ? null : (
          <div>
            <dt>{text('send.contractOf')}</dt>
            <dd>
              <TokenContract
                address={tokenAddress}
                short={short(tokenAddress)}
                isOpen={listedSymbol !== undefined}
              />
            </dd>
          </div>
        )}
        <div>
          <dt>{text('send.cost')}</dt>
          <dd>
            {cost === undefined ? text('send.costUnknown') : <bdi dir="ltr">{cost.amount}</bdi>}{' '}
            {cost?.worth === undefined ? null : (
              <small>
                <bdi dir="ltr">{cost.worth}</bdi>
              </small>
            )}
            {fee?.minutes === undefined ? null : (
              <small>
                {' '}
                <bdi>{minutesOf(fee.minutes, locale)}</bdi>
              </small>
            )}
          </dd>
        </div>
      </dl>
      {SpentCoins === undefined ? null : (
        <SpentCoins
          intent={intent}
          short={short}
          text={text}
          amountOf={(part) => `${localNumber(formatUnits(BigInt(part), decimals), locale)} ${symbol}`}
        />
      )}
      {withheld === undefined ? null : (
        <Caution text={text('send.withheld', withheld)} isGrave={withheld.isGrave} />
      )}
      {share === undefined ? null : <Caution text={text('send.costHigh', share)} isGrave={share.isGrave} />}
      {intent.fee?.mayHoldCollectibles ? <Caution text={text('send.collectibles')} /> : null}
      {intent.fee?.areCoinsUnread ? <p className="send-hint">{text('send.collectibles')}</p> : null}
      {listedSymbol === undefined ? null : (
        <Caution text={text('send.symbolDiffers', { symbol, listed: listedSymbol })} isGrave />
      )}
      {earlierPrice === undefined ? null : (
        <Caution text={text('send.priceMoved', { price: earlierPrice })} isGrave />
      )}
      {intent.isUnverified ? <Caution text={text('send.unverified')} /> : null}
      {intent.isUnstored ? <Caution text={text('send.unstored')} /> : null}
      <Warnings form={form} />
      <ConnectionTrouble />
      {error === undefined ? (
        <p className="send-careful">
          <Icon name="warning" size={16} />
          {text(form.isWaiting ? 'send.askedText' : 'send.careful')}
        </p>
      ) : (
        <p className="send-fault" role="alert">
          {errorText(error)}
        </p>
      )}
      <div className="send-buttons">
        {error?.code === 'WALLET_NETWORK_DIFFERS' ? (
          <Button
            variant="primary"
            disabled={toWallet.isPending}
            aria-busy={toWallet.isPending}
            onClick={returnWallet}
          >
            {text('switch.title')}
          </Button>
        ) : isCancelled ? null : (
          <Button
            variant={isGrave && !form.isWaiting ? 'secondary' : 'primary'}
            disabled={form.isWaiting}
            aria-busy={form.isWaiting}
            {...deliberate(send)}
          >
            {form.isWaiting
              ? text('send.waiting', { name: wallet })
              : text(isGrave ? 'send.confirmAnyway' : 'send.confirm')}
          </Button>
        )}
        {/* The kit cannot cancel while the wallet is asked. The header's back button leaves the request open. */}
        {form.isWaiting ? null : (
          <Button variant={isGrave && !isCancelled ? 'primary' : 'secondary'} {...deliberate(onLeave)}>
            {text(isCancelled ? 'common.retry' : 'common.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

declare namespace Review {
  type Props = {
    readonly review: Tracked<TransferIntent>
    readonly network: Network
    readonly onLeave: () => void
  }
}
