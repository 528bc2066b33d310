import { Button, Icon } from 'latchkey/site'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import { Layout } from './Layout.js'
import { useSite, useText } from './SiteContext.js'

/** Asks whose account a window shall use: the link that opened it may be a stranger's. */
export function ConfirmAccount({ ask }: { readonly ask: Extract<Ask, { kind: 'account' }> }) {
  const text = useText()
  const { asks } = useSite()
  const leave = () => asks.reject(ask.id, new SiteError('rejected', 'Left by the visitor', { rpc: 4001 }))
  return (
    <Layout
      title={text('window.account')}
      foot={
        <>
          <Button variant="primary" onClick={() => asks.resolve(ask.id)}>
            {text('common.continue')}
          </Button>
          <Button onClick={leave}>{text('common.cancel')}</Button>
        </>
      }
    >
      <p className="origin">
        <Icon name="wallet" size={16} />
        <bdi dir="auto">{ask.name}</bdi>
      </p>
    </Layout>
  )
}
