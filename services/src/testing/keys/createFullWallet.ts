import { changeWallet } from '../../../site/vault/changeWallet.js'
import { createWallet } from '../../../site/vault/createWallet.js'
import { createTestAuthenticator } from './createTestAuthenticator.js'
import { createTestDevice } from './createTestDevice.js'
import { siteUrl, type TestKeys } from './startTestKeys.js'

export const testPassword = 'correct horse battery staple'

/** Creates a user's wallet with every way in that custody `self` has. */
export async function createFullWallet(
  keys: Pick<TestKeys, 'connect'>,
  { user = 'anna', project = 'acme' }: { readonly user?: string; readonly project?: string } = {},
) {
  const device = await createTestDevice()
  const session = keys.connect(device, { user, project })
  const made = await createWallet(session, { label: 'Firefox' })
  if (made.status !== 'created') throw new Error('the user has a wallet')
  const authenticator = createTestAuthenticator(siteUrl)
  const { opened, added } = await changeWallet(session, made.opened, {
    add: [
      { type: 'passkey', label: 'Key', register: authenticator.register, ask: authenticator.ask },
      { type: 'password', label: 'Password', password: testPassword },
      { type: 'kit', label: 'Paper' },
    ],
  })
  const kit = added[2]
  if (kit?.secret.type !== 'kit') throw new Error('no kit')
  const slotOf = (type: string) => {
    const slot = opened.version.slots.find((one) => one.type === type)
    if (slot === undefined) throw new Error(`no ${type}`)
    return slot
  }
  return { device, session, opened, authenticator, kitSecret: kit.secret.secret, slotOf }
}
