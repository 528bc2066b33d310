import { Button, Notice } from 'latchkey/site'
import { requestPasskey } from '../page/passkeys.js'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import { Layout } from './Layout.js'
import { useSite, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

/** Logs in with a passkey: browsers want the visitor's press in the page that asks for it. */
export function PasskeyLogin({ ask }: { readonly ask: Extract<Ask, { kind: 'passkey' }> }) {
  const text = useText()
  const { asks, wallet } = useSite()
  const { run, isBusy, fault } = useTask()
  const login = () =>
    run(async () => {
      const { flow, challenge, rpId } = await wallet.passkeyLogin()
      await wallet.loginByPasskey(flow, await requestPasskey({ challenge, rpId }))
      asks.resolve(ask.id)
    })
  return (
    <Layout
      title={text('login.title')}
      foot={
        <>
          <Button variant="primary" icon="key" disabled={isBusy} aria-busy={isBusy} onClick={login}>
            {text('recover.passkey')}
          </Button>
          <Button onClick={() => asks.reject(ask.id, new SiteError('rejected', 'Cancelled', { rpc: 4001 }))}>
            {text('common.cancel')}
          </Button>
        </>
      }
    >
      <Notice icon="key" title={text('recover.passkey')} text={text('backup.passkeyText')} />
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          {text(fault.key, fault.slots)}
        </p>
      )}
    </Layout>
  )
}
