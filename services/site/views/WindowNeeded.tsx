import { Button, Notice } from 'latchkey/site'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import { Layout } from './Layout.js'
import { useSite, useSiteState, useText } from './SiteContext.js'

/** The wallet must go on in a window of its own: a click of the visitor opens it. */
export function WindowNeeded({ ask }: { readonly ask: Extract<Ask, { kind: 'window' }> }) {
  const text = useText()
  const { asks, openWindow, giveUpWindow } = useSite()
  const isPreparing = useSiteState((state) => state.isPreparing)
  const isWaiting = ask.status === 'waiting' || ask.status === 'working'
  const isExport = ask.task.kind === 'view' && ask.task.view === 'export'
  const isBlocked = ask.status === 'blocked'
  return (
    <Layout
      title={text('window.title')}
      text={text(isExport ? 'export.window' : 'window.text')}
      foot={
        <>
          <Button
            variant={isWaiting ? 'secondary' : 'primary'}
            icon="external"
            disabled={isPreparing}
            aria-busy={isPreparing}
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
      {isWaiting || isBlocked ? (
        <Notice
          icon={isBlocked ? 'warning' : 'external'}
          variant={isBlocked ? 'warning' : 'neutral'}
          title={text(isBlocked ? 'window.blocked' : 'window.waiting')}
        />
      ) : null}
    </Layout>
  )
}
