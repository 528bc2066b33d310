import { Button, Notice } from 'latchkey/site'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import { Layout } from './Layout.js'
import { useSite, useText } from './SiteContext.js'

/** The wallet must go on in a window of its own: a click of the visitor opens it. */
export function WindowNeeded({ ask }: { readonly ask: Extract<Ask, { kind: 'window' }> }) {
  const text = useText()
  const { asks, openWindow, giveUpWindow } = useSite()
  const isWaiting = ask.status === 'waiting' || ask.status === 'working'
  const isExport = ask.task.kind === 'view' && ask.task.view === 'export'
  const why = text(isExport ? 'export.window' : 'window.text')
  return (
    <Layout
      title={text('window.title')}
      foot={
        <>
          <Button
            variant={isWaiting ? 'secondary' : 'primary'}
            icon="external"
            onClick={() => openWindow(ask.id)}
          >
            {text(ask.status === 'offered' ? 'window.open' : 'window.again')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              // The window says itself how its task ended.
              if (ask.status === 'working') return giveUpWindow(ask.id)
              asks.reject(ask.id, new SiteError('window_closed', 'Cancelled', { rpc: 4001 }))
            }}
          >
            {text('common.cancel')}
          </Button>
        </>
      }
    >
      <Notice
        icon={ask.status === 'blocked' ? 'warning' : 'external'}
        variant={ask.status === 'blocked' ? 'warning' : 'neutral'}
        title={text(isWaiting ? 'window.waiting' : 'window.title')}
        text={ask.status === 'blocked' ? text('window.blocked') : why}
      />
    </Layout>
  )
}
