import { type ReactNode, useState } from 'react'
import { isOpen, isTransfer, type Tracked } from '../../../core/intent.js'
import { accountOf } from '../../../features/account/state.js'
import { isWalletGone } from '../../../features/connection/isWalletGone.js'
import { resetView } from '../../../features/modal/navigate.js'
import { networkOf } from '../../../features/network/state.js'
import { giveUp } from '../../../features/send/giveUp.js'
import { amountTextOf } from '../../../protocol/amounts/amountText.js'
import { explorerLink } from '../../explorerLink.js'
import { useAction } from '../../hooks/useAction.js'
import { useDeliberate } from '../../hooks/useDeliberate.js'
import { useImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useWhom } from '../../hooks/useWhom.js'
import { useKit } from '../../KitContext.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button, LinkButton } from '../../ui/Button/Button.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { type AskedFacts, askedFacts } from './askedFacts.js'
import sheet from './WalletSend.css.js'

const words = {
  asked: { title: 'send.asked', note: 'send.askedText', state: 'waiting' },
  unknown: { title: 'send.unknown', note: 'send.unknownText', state: 'waiting' },
  gone: { title: 'connecting.ended', note: 'send.goneText', state: 'idle' },
  // Another tab has given it up.
  refused: { title: 'send.unknown', note: 'send.goneText', state: 'idle' },
  replaced: { title: 'send.replaced', note: 'send.replacedText', state: 'error' },
  // Nothing took its place: the time is over in which a block could take it.
  timeOver: { title: 'send.notSent', note: 'send.lostText', state: 'error' },
} as const

const farewells = {
  transfer: { stop: 'send.giveUp', note: 'send.giveUpText', keep: 'send.keepChecking' },
  signature: { stop: 'send.stopWaiting', note: 'send.stopWaitingText', keep: 'send.keepWaiting' },
  request: { stop: 'send.stopWaiting', note: 'send.giveUpText', keep: 'send.keepWaiting' },
} as const

/** Shows the status of a wallet request before it is known to be sent. The visitor may leave at any time. */
export function AskedStatus({ tracked }: { readonly tracked: Tracked }) {
  useSheet(sheet)
  const text = useText()
  const errorText = useErrorText()
  const whom = useWhom()
  const locale = useKitState((state) => state.locale.tag)
  const isConnected = useKitState((state) => accountOf(state) !== undefined)
  const reset = useAction(resetView)
  const end = useAction(giveUp)
  const [isGivingUp, setGivingUp] = useState(false)
  // The second press of a double click would confirm a text that the visitor has not read.
  const deliberate = useDeliberate(`${tracked.intent.id} ${isGivingUp}`)
  const { intent, status, replacedBy, answered } = tracked
  const kit = useKit()
  const network = useKitState((state) => networkOf(state, intent.networkId))
  const tx = answered ?? replacedBy
  const href = tx && explorerLink(kit, network, { tx })
  const transfer = isTransfer(tracked) ? tracked.intent : undefined
  const isSignature = intent.kind === 'message' || intent.kind === 'signIn'
  const farewell = farewells[isSignature ? 'signature' : intent.kind]
  const isListed = transfer !== undefined && !transfer.isUnverified && transfer.listedSymbol === undefined
  const own = isListed && transfer.iconUrl?.startsWith('data:') ? transfer.iconUrl : undefined
  const image = useImage('token', isListed ? transfer.symbol : undefined)
  const isGone = useKitState(({ connection }) => isWalletGone(connection, intent))
  const waiting = isGone ? words.gone : status === 'refused' ? words.refused : words.asked
  const ended = replacedBy === undefined ? words.timeOver : words.replaced
  const { title, note, state } = status === 'unknown' ? words.unknown : status === 'notSent' ? ended : waiting
  const toWhom = (address: string, name?: string) =>
    text('activity.to', { address: whom(address, { ...intent, name }) })
  const facts =
    intent.kind === 'transfer'
      ? [
          `${amountTextOf(BigInt(intent.units), intent.decimals, locale)} ${intent.symbol}`,
          toWhom(intent.recipient.address, intent.recipient.name),
        ].join(' · ')
      : factsOf(askedFacts(intent), toWhom)
  // The label must not say "Done" while the request is open.
  const back = isOpen(tracked) ? 'account.title' : 'send.done'
  const way = isConnected ? back : 'connect.title'
  const leave = () => reset({ name: 'Account' })
  return (
    <>
      <WaitingPane
        image={own ?? image}
        fallback={transfer === undefined ? 'wallet' : 'coin'}
        state={state}
        title={text(title, { name: intent.wallet, wallet: intent.wallet })}
        facts={facts}
        text={text(isGivingUp ? farewell.note : answered === undefined ? note : 'send.answeredText')}
      >
        {href ? (
          <LinkButton icon="external" href={href}>
            {text('account.explorer')}
          </LinkButton>
        ) : null}
        {isOpen(tracked) ? (
          <Button
            variant={isGivingUp ? 'primary' : 'secondary'}
            {...deliberate(() => {
              if (!isGivingUp) return setGivingUp(true)
              leave()
              end({ id: intent.id })
            })}
          >
            {text(farewell.stop)}
          </Button>
        ) : null}
        <Button onClick={isGivingUp ? () => setGivingUp(false) : leave}>
          {text(isGivingUp ? farewell.keep : way)}
        </Button>
      </WaitingPane>
      {/* The text above already says that the outcome is unknown. */}
      {tracked.error === undefined || tracked.error.code === 'SEND_UNCONFIRMED' ? null : (
        <p className="send-fault" role="alert">
          {errorText(tracked.error)}
        </p>
      )}
    </>
  )
}

/** The words of an app or its visitor, in their own writing direction. */
function factsOf(facts: AskedFacts | undefined, toWhom: (address: string) => string): ReactNode {
  if (facts === undefined) return undefined
  if ('message' in facts) return <q dir="auto">{facts.message}</q>
  const { method, recipient } = facts
  return (
    <>
      <bdi dir="ltr">{method}</bdi>
      {recipient === undefined ? null : ` · ${toWhom(recipient)}`}
    </>
  )
}
