import { fileURLToPath } from 'node:url'
import { createLogin } from '../auth/login/createLogin.js'
import type { Token } from '../blockchain/tokens.js'
import { createKeys, type Keys } from '../keys/createKeys.js'
import { openDataKeys } from '../keys/data/openDataKeys.js'
import { PasskeyError } from '../keys/Parts.js'
import { createMemoryWrapper } from '../keys/wrapper/createMemoryWrapper.js'
import { openWrapper } from '../keys/wrapper/openWrapper.js'
import { type App, createApp } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { createFrame } from './createFrame.js'
import { readSite } from './readSite.js'
import { siteChains } from './siteChains.js'

/** The embedded wallet's server: its site, login and key service. */
export type Frame = { readonly app: App; close(): Promise<void> }

/** Where the build puts the site, seen from the sources and from the build alike. */
const builtSite = fileURLToPath(new URL('../../dist/site', import.meta.url))

/**
 * Opens the parts of the embedded wallet's server, and puts them together.
 *
 * @throws `SiteMissingError`, if the site was not built.
 */
export async function openFrame(context: Context, options: openFrame.Options): Promise<Frame> {
  const { frameUrl, directory, blockchain, tokens = [], siteDirectory = builtSite } = options
  const { settings, clock, log } = context
  const { databaseUrl } = settings
  const site = readSite(siteDirectory)
  const onTrouble = ({ message }: Error) => log.warn('keys.database', { reason: message })
  // A shared database must be readable after this process, so the key that opens it needs a place on disk, too.
  const isForgotten =
    directory === undefined && databaseUrl === undefined && settings.keysWrapper.length === 0
  const wrapper = isForgotten ? createMemoryWrapper() : openWrapper(context, directory ?? settings.data)
  const dataKeys = await openDataKeys(
    { databaseUrl, directory, onTrouble },
    { wrapper, now: () => clock.now() },
  )
  let keys: Keys | undefined
  const login = await createLogin(context, {
    ...{ frameUrl, directory, keys: dataKeys, site: site.hash },
    accounts: { read: async (user) => keys?.readAccount(user) },
    passkeys: {
      async checkAssertion(place, assertion) {
        if (keys === undefined) throw new PasskeyError('no key service yet')
        return keys.passkeys.checkAssertion(place, assertion)
      },
    },
    custody: settings.keysConvenience === '1' ? 'convenience' : 'self',
  })
  keys = await createKeys(context, {
    ...{ directory, dataKeys, siteUrl: frameUrl, checkLogin: login.checkLogin },
    ...{ forgetUser: login.forget, endSessions: login.endSessions, tell: login.notify },
  })
  const keysApp = createApp(context)
  keys.route(keysApp)
  return {
    app: createFrame(context, {
      ...{ frameUrl, site, login, blockchain, keys: keysApp },
      chains: siteChains(settings, tokens),
    }),
    async close() {
      await login.close()
      await keys?.close()
      await dataKeys.close()
    },
  }
}

export declare namespace openFrame {
  type Options = {
    readonly frameUrl: string
    /** Where data is stored unless the settings name a database. */
    readonly directory: string | undefined
    /** The blockchain service of this process. */
    readonly blockchain: App | undefined
    /** The tokens of the token lists. */
    readonly tokens?: readonly Token[] | undefined
    /** The folder of the site's builds; by default the one in this package. */
    readonly siteDirectory?: string | undefined
  }
}
