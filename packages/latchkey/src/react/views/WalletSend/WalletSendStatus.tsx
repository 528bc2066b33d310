import { resetView } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/state.js'
import { networkOf } from '../../../features/network/state.js'
import { followSent } from '../../../features/send/followSent.js'
import type { Sent } from '../../../features/send/state.js'
import { explorerLink } from '../../explorerLink.js'
import { useAction } from '../../hooks/useAction.js'
import { useImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLive } from '../../hooks/useLive.js'
import { useWhom } from '../../hooks/useWhom.js'
import { useText } from '../../locales/useText.js'
import { Button, LinkButton } from '../../ui/Button/Button.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { amountTextOf } from './sendTexts.js'

const pace = { interval: 1_000, longest: 10_000 }
const states = {
  pending: 'waiting',
  confirmed: 'success',
  failed: 'error',
  replaced: 'error',
  lost: 'error',
} as const

/** How it stands with what was just sent, to the end. Leaving is always allowed: it goes on by itself. */
export function WalletSendStatus({
  parameters,
}: {
  readonly parameters: ViewParameters['WalletSendStatus']
}) {
  const text = useText()
  const whom = useWhom()
  const reset = useAction(resetView)
  const follow = useAction(followSent)
  const sent = useKitState(({ account }) => account.sent?.find(({ id }) => id === parameters.id))
  const network = useKitState((state) => (sent === undefined ? undefined : networkOf(state, sent.networkId)))
  const image = useImage('token', sent?.symbol)
  useLive(follow, pace)
  const done = (
    <Button
      variant={sent?.status === 'pending' ? 'secondary' : 'primary'}
      onClick={() => reset({ name: 'Account' })}
    >
      {text('send.done')}
    </Button>
  )
  if (sent === undefined) return done
  const { title, note } = wordsOf(sent)
  const tx = sent.replacedBy ?? sent.hash
  const href = tx === undefined ? undefined : explorerLink(network, { tx })
  const values = { amount: amountTextOf(BigInt(sent.units), sent.decimals), symbol: sent.symbol }
  return (
    <WaitingPane
      image={sent.iconUrl?.startsWith('data:') ? sent.iconUrl : image}
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
