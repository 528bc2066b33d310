import { resetView } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { networkOf } from '../../../features/network/state.js'
import { followSent } from '../../../features/send/followSent.js'
import type { Sent } from '../../../features/send/state.js'
import { amountTextOf } from '../../../protocol/amounts/amountText.js'
import { explorerLink } from '../../explorerLink.js'
import { useAction } from '../../hooks/useAction.js'
import { useImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLive } from '../../hooks/useLive.js'
import { useWhom } from '../../hooks/useWhom.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Button, LinkButton } from '../../ui/Button/Button.js'
import { Gone } from '../Gone/Gone.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { AskedStatus } from './AskedStatus.js'

const pace = { interval: 1_000, longest: 10_000 }
const states = {
  pending: 'waiting',
  confirmed: 'success',
  failed: 'error',
  replaced: 'error',
  lost: 'error',
} as const

/**
 * Shows the status of a sent transfer until it is final. The visitor may leave at any time: the kit keeps following it.
 */
export function WalletSendStatus({
  parameters,
}: {
  readonly parameters: ViewParameters['WalletSendStatus']
}) {
  const text = useText()
  const whom = useWhom()
  const kit = useKit()
  const locale = useKitState((state) => state.locale.tag)
  const reset = useAction(resetView)
  const follow = useAction(followSent)
  const sent = useKitState(({ account }) =>
    account.sent?.find(({ id, intentId }) => id === parameters.id || intentId === parameters.id),
  )
  const tracked = useKitState(({ intent }) => intent?.open.find((one) => one.intent.id === parameters.id))
  const network = useKitState((state) => (sent === undefined ? undefined : networkOf(state, sent.networkId)))
  const image = useImage('token', sent?.isUnverified ? undefined : sent?.symbol)
  const life = network && kit.adapters.get(network.chainNamespace)?.transferLife
  useLive(follow, { ...pace, steady: life })
  const done = (
    <Button
      variant={sent?.status === 'pending' ? 'secondary' : 'primary'}
      onClick={() => reset({ name: 'Account' })}
    >
      {text('send.done')}
    </Button>
  )
  if (sent === undefined) return tracked === undefined ? <Gone /> : <AskedStatus tracked={tracked} />
  const { title, note } = wordsOf(sent)
  const tx = sent.replacedBy ?? sent.hash
  const href = tx === undefined ? undefined : explorerLink(kit, network, { tx })
  const values = { amount: amountTextOf(BigInt(sent.units), sent.decimals, locale), symbol: sent.symbol }
  return (
    <WaitingPane
      image={sent.iconUrl?.startsWith('data:') && !sent.isUnverified ? sent.iconUrl : image}
      fallback="coin"
      state={states[sent.status]}
      title={text(title, values)}
      text={sent.status === 'confirmed' ? text('activity.to', { address: whom(sent.to, sent) }) : text(note)}
    >
      {href === undefined ? null : (
        <LinkButton icon="external" href={href}>
          {text('account.explorer')}
        </LinkButton>
      )}
      {done}
    </WaitingPane>
  )
}

function wordsOf({ status }: Sent) {
  switch (status) {
    case 'pending':
      return { title: 'send.sending', note: 'send.sendingText' } as const
    case 'confirmed':
      return { title: 'send.sent', note: 'send.sendingText' } as const
    case 'failed':
      return { title: 'send.failed', note: 'send.failedText' } as const
    case 'replaced':
      return { title: 'send.replaced', note: 'send.replacedText' } as const
    case 'lost':
      return { title: 'send.lost', note: 'send.lostText' } as const
  }
}
