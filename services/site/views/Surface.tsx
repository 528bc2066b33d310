import { Button, Notice } from 'latchkey/site'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import { AddWay } from './AddWay.js'
import { Approve } from './Approve.js'
import { ConfirmAccount } from './ConfirmAccount.js'
import { Delete } from './Delete.js'
import { Export } from './Export.js'
import { Layout } from './Layout.js'
import { LoginForm } from './LoginForm.js'
import { PasskeyLogin } from './PasskeyLogin.js'
import { Recover } from './Recover.js'
import { Security } from './Security.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { useLeaving } from './useLeaving.js'
import { useShield } from './useShield.js'
import { WindowNeeded } from './WindowNeeded.js'

/** Shows what the visitor is asked first; a newer ask waits. */
export function Surface() {
  const text = useText()
  const first = useSiteState(({ asks }) => asks[0])
  useLeaving(first)
  const fault = useShield(first)
  if (first === undefined) {
    return (
      <Layout title={text('wallet.title')}>
        <Notice icon="wallet" title={text('wallet.nothing')} text={text('wallet.nothingText')} />
      </Layout>
    )
  }
  return (
    <>
      {fault === undefined ? null : <Covered fault={fault} askId={first.id} />}
      {/* It goes on afterwards: a kit that is being written down stays the same, and what was typed is there. */}
      <div className="ask" hidden={fault !== undefined}>
        {/* Its own state is no other ask's. */}
        <OfAsk key={first.id} ask={first} />
      </div>
    </>
  )
}

/** Something lies over the surface, or it is too small: the wallet's own window cannot be covered. */
function Covered({ fault, askId }: { readonly fault: 'hidden' | 'small'; readonly askId: string }) {
  const text = useText()
  const { openWindow } = useSite()
  return (
    <Layout
      title={text('window.title')}
      foot={
        <Button variant="primary" icon="external" onClick={() => openWindow(askId)}>
          {text('window.open')}
        </Button>
      }
    >
      <Notice icon="warning" variant="warning" title={text(`approve.${fault}`)} />
    </Layout>
  )
}

function OfAsk({ ask }: { readonly ask: Ask }) {
  const text = useText()
  const { asks, openWindow } = useSite()
  const leave = () => asks.reject(ask.id, new SiteError('rejected', 'Left by the visitor', { rpc: 4001 }))
  const done = (answer?: unknown) => asks.resolve(ask.id, answer)
  switch (ask.kind) {
    case 'consent':
      return <Approve ask={ask} />
    case 'recover':
      return <Recover ways={ask.ways} onDone={done} onLeave={leave} onMove={() => openWindow(ask.id)} />
    case 'backup':
      return (
        <AddWay
          title={text('backup.title')}
          note={text('backup.text')}
          onDone={() => done()}
          onLeave={leave}
        />
      )
    case 'login':
      return <LoginForm onDone={() => done()} onLeave={leave} />
    case 'passkey':
      return <PasskeyLogin ask={ask} />
    case 'window':
      return <WindowNeeded ask={ask} />
    case 'account':
      return <ConfirmAccount ask={ask} />
    case 'view':
      switch (ask.view) {
        case 'export':
          return <Export onLeave={() => done()} onMove={() => openWindow(ask.id)} />
        case 'delete':
          return <Delete onLeave={() => done()} />
        default:
          return <Security onLeave={() => done()} />
      }
  }
}
