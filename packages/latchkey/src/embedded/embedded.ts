import type { Connector, ConnectorEvent, ConnectorInfo } from '../core/connector.js'
import { createEmitter } from '../core/emitter.js'
import type { AttachedConnector } from '../features/connection/AttachedConnector.js'
import { embeddedScreens } from '../features/embedded/embeddedScreens.js'
import { embeddedSlot } from '../features/embedded/embeddedWallet.js'
import type { Kit } from '../features/Kit.js'
import { moreScreens } from '../features/modal/moreScreens.js'
import { isFilledText, must, optional, shape } from '../protocol/checks.js'
import { KitError } from '../protocol/errors.js'
import { embeddedFamilies } from '../protocol/frame/embeddedNetworks.js'
import { toWebLink } from '../protocol/schema/link.js'
import { walletError } from '../protocol/walletErrors.js'
import { extensionSlot } from '../react/modal/extension.js'
import type { Joined } from './joinFrame.js'

/** Always the same, so that a stored connection finds its connector. */
const id = 'latchkey.embedded'

/**
 * The embedded wallet: visitors without a wallet log in by e-mail, a social login, Farcaster or a passkey, and have an
 * account on EVM networks and on Solana. Its keys live on the wallet's own site, which the kit shows in a frame; this page
 * never sees them. Nothing of it is loaded before a visitor opens the modal, or a stored connection is restored.
 *
 * `createKit` throws for a second one, and for a wallet at the origin of one of the services.
 *
 * @throws `CONFIG_INVALID` naming every problem of the options at once
 *
 * @example
 * ```ts
 * import { createKit } from 'latchkey'
 * import { eip155 } from 'latchkey/eip155'
 * import { embedded } from 'latchkey/embedded'
 * import { mainnet } from 'latchkey/networks'
 *
 * const kit = createKit({
 *   services: 'https://services.example.com',
 *   networks: [mainnet],
 *   adapters: [eip155()],
 *   connectors: [embedded({ url: 'https://wallet.example.com' })],
 * })
 * ```
 */
export function embedded(options: embedded.Options): AttachedConnector {
  refuse(check(options, 'embedded'))
  const { url, hash, name = 'Wallet' } = options
  const site = toWebLink(url) ?? url
  const events = createEmitter<ConnectorEvent>()
  let kit: Kit | undefined
  let opening: Promise<Joined> | undefined
  let opened: Joined | undefined

  function open(): Promise<Joined> {
    const own = kit
    if (own === undefined) throw walletError('PROVIDER_NOT_FOUND')
    opening ??= import('./openEmbedded.js').then(
      (module) => {
        opened = module.openEmbedded(own, { url: site, hash, info: info(), events })
        own.slots.onStop(end)
        return opened
      },
      (error) => {
        // A chunk that failed to load may load the next time.
        opening = undefined
        throw error
      },
    )
    return opening
  }

  function end() {
    opened?.stop()
    opened = undefined
    opening = undefined
  }

  const load = async (): Promise<Omit<Connector, 'info' | 'subscribe'>> => (await open()).connector
  const info = (): ConnectorInfo => ({ id, type: 'AUTH', name, namespaces: namespacesOf(kit) })

  return {
    get info() {
      return info()
    },
    frameUrl: site,
    subscribe: events.subscribe,
    attach(given) {
      refuse(contradictionsOf(given, site))
      kit = given
      given.slots.set(moreScreens, embeddedScreens)
      given.slots.set(extensionSlot, () =>
        import('./extendModal.js').then(
          ({ extendModal }) => extendModal(given),
          (cause: unknown) => {
            // The modal opens without logging in. The next page load tries again.
            given.slots.take(moreScreens)
            console.error(new KitError('SERVICE_UNREACHABLE', { slots: { service: 'modal' }, cause }))
          },
        ),
      )
      given.slots.set(embeddedSlot, {
        connectorId: id,
        url: site,
        client: async () => (await open()).client,
        loadedClient: () => opened?.client,
      })
    },
    start() {
      // Back from a provider's page, in a messaging app. The name of the parameter is all that a page needs to know.
      if (kit === undefined || !globalThis.location?.search.includes('result_uri=')) return
      const own = kit
      void import('../features/embedded/takeLeftLogin.js').then(({ takeLeftLogin }) => takeLeftLogin(own))
    },
    connect: async (parameters) => (await load()).connect(parameters),
    restore: async (parameters) => (await load()).restore(parameters),
    disconnect: async () => (await load()).disconnect(),
    switchNetwork: async (network) => (await load()).switchNetwork(network),
    getProvider: async (...asked) => (await load()).getProvider(...asked),
    abort: () => opened?.connector.abort?.(),
  }
}

export declare namespace embedded {
  type Options = {
    /** The address of the wallet's site, as its operator gave it (`LATCHKEY_FRAME_URL`). Its origin is not your app's. */
    readonly url: string
    /** The release of the site to pin, from `latchkey-verify-frame`. @default the operator's newest */
    readonly hash?: string | undefined
    /** The wallet's name in texts: "Continue in {name}". @default 'Wallet' */
    readonly name?: string | undefined
  }
}

/** @throws `CONFIG_INVALID` */
function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new KitError('CONFIG_INVALID', { slots: { problems: problems.join('; ') } })
}

/** What the rest of the kit's options says against a wallet at this site. */
function contradictionsOf({ config: { connectors = [], services } }: Kit, site: string): string[] {
  const problems = []
  if (connectors.filter(({ frameUrl }) => frameUrl !== undefined).length > 1)
    problems.push('`connectors` has more than one `embedded()`')
  const origins = Object.values(services).map((address) => address && new URL(address).origin)
  if (origins.includes(new URL(site).origin))
    problems.push('`embedded.url` is the origin of `services`, but the wallet’s site has one of its own')
  return problems
}

/** The families of the host's networks that the wallet has accounts in. */
function namespacesOf(kit: Kit | undefined): ConnectorInfo['namespaces'] {
  const offered = kit?.config.networks.map(({ chainNamespace }) => chainNamespace)
  return embeddedFamilies.filter((family) => offered?.includes(family) !== false)
}

const check = shape({
  url: must(isOrigin, 'must be the https origin of the wallet’s site, like https://wallet.example.com'),
  hash: optional(
    must(
      (hash) => typeof hash === 'string' && /^[a-z0-9]{16,64}$/.test(hash),
      'must be the hash of a release, which latchkey-verify-frame prints',
    ),
  ),
  name: optional(isFilledText),
})

function isOrigin(value: unknown): boolean {
  const link = toWebLink(value)
  return link !== undefined && link === `${new URL(link).origin}/`
}
