import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Context } from '../shared/context.js'
import { messageOf } from '../shared/log.js'
import { builtInWallets } from './catalogue/catalogue.js'
import { type FindWallets, indexWallets } from './findWallets.js'
import type { Image } from './images/Image.js'
import { readImageFile } from './images/imageFile.js'
import type { IconName } from './images/packageIcons.js'
import { monogramTile } from './images/tile.js'
import { readOwnWallets } from './ownWallets.js'

/** The current list of wallets: the built-in ones, overlaid with the host's own. */
export type Listing = {
  readonly find: FindWallets
  /** Returns the picture of a wallet; `undefined` for an unknown id. */
  readonly picture: (id: string) => Picture | undefined
}

/** A wallet's picture: a loaded one, or the name of an icon to load. */
type Picture = Image | { readonly icon: IconName }

/** The shortest interval between checks of the host's file, in milliseconds. */
const lookInterval = 2_000

/**
 * Creates the listing, and reloads the host's file (`settings.wallets`) on the first request after it changed. While
 * the file is invalid the last valid one stays in use and the log says why.
 *
 * @throws if the file is invalid at the start, so that the operator learns of it before visitors do.
 */
export function watchListing({
  settings,
  clock,
  log,
}: Pick<Context, 'settings' | 'clock' | 'log'>): () => Listing {
  const { wallets: path } = settings
  let listing = readListing(path)
  if (path === undefined) return () => listing
  let version = versionOf(path)
  let lookedAt = clock.steadyNow()
  return () => {
    const now = clock.steadyNow()
    if (now - lookedAt < lookInterval) return listing
    lookedAt = now
    const current = versionOf(path)
    if (current === version) return listing
    version = current
    try {
      listing = readListing(path)
      log.info('explorer.wallets.read', { count: listing.find({ page: 1, entries: 1 }).count })
    } catch (error) {
      log.error('explorer.wallets.refused', { error: messageOf(error) })
    }
    return listing
  }
}

function readListing(path: string | undefined): Listing {
  const builtIn = builtInWallets()
  const wallets = new Map(builtIn.map(({ wallet }) => [wallet.id, wallet]))
  const pictures = new Map<string, Picture>()
  for (const { wallet, icon } of builtIn) {
    pictures.set(wallet.id, icon === undefined ? monogramTile(wallet.name) : { icon })
  }
  for (const { wallet, image, isHidden } of path === undefined ? [] : readOwn(path, [...wallets.values()])) {
    if (isHidden) wallets.delete(wallet.id)
    else wallets.set(wallet.id, wallet)
    if (image !== undefined) pictures.set(wallet.id, image)
    else if (!pictures.has(wallet.id)) pictures.set(wallet.id, monogramTile(wallet.name))
  }
  return { find: indexWallets([...wallets.values()]), picture: (id) => pictures.get(id) }
}

function readOwn(path: string, builtIn: Parameters<typeof readOwnWallets>[1]) {
  try {
    return readOwnWallets(readFileSync(path, 'utf8'), builtIn).map(({ wallet, image, isHidden }) => {
      if (image === undefined) return { wallet, image, isHidden }
      try {
        return { wallet, image: readImageFile(resolve(dirname(path), image)), isHidden }
      } catch (error) {
        throw new Error(`${wallet.name}: image: ${image}: ${messageOf(error)}`, { cause: error })
      }
    })
  } catch (error) {
    throw new Error(`LATCHKEY_WALLETS: ${path}:\n${messageOf(error)}`, { cause: error })
  }
}

/** Returns a text that changes whenever the file does; constant while the file is missing. */
function versionOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 'missing' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}
