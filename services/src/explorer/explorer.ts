import {
  getAnalyticsConfig,
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
} from 'latchkey/protocol'
import { type App, createApp } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { type Picture, route } from '../shared/route.js'
import type { Image } from './images/Image.js'
import { createImages } from './images/images.js'
import { watchListing } from './listing.js'

/** Seconds for which a cache may keep a list of wallets, and a picture, without asking again. */
const listAge = 300
const imageAge = 86_400

/**
 * The wallet explorer: which wallets there are, and the pictures of wallets, networks, tokens and currencies (spec §7
 * "Wallet explorer API"). It answers from memory, makes no call of its own and keeps nothing about who asks.
 *
 * @throws when the host's own file of wallets cannot be used.
 */
export function createExplorer(context: Context): App {
  const app = createApp(context)
  const listing = watchListing(context)
  const images = createImages()

  route(app, getWallets, ({ query }) => listing().find(query), { maxAge: listAge })

  route(
    app,
    getWalletImage,
    async ({ params }) => {
      const picture = listing().picture(params.id)
      const image = picture !== undefined && 'icon' in picture ? await images.icon(picture.icon) : picture
      return found(image, `wallet "${params.id}"`)
    },
    { maxAge: imageAge },
  )
  route(
    app,
    getAssetImage,
    async ({ params }) => found(await images.asset(params.id), `asset "${params.id}"`),
    {
      maxAge: imageAge,
    },
  )
  route(
    app,
    getTokenImage,
    async ({ params }) => found(await images.token(params.id), `token "${params.id}"`),
    {
      maxAge: imageAge,
    },
  )
  route(app, getCurrencyImage, ({ params }) => found(images.currency(params.id), `currency "${params.id}"`), {
    maxAge: imageAge,
  })

  route(app, getAnalyticsConfig, ({ project }) => ({
    // A project that says nothing wants what its operator runs.
    isAnalyticsEnabled: project.isAnalyticsEnabled ?? context.settings.services.includes('analytics'),
  }))
  return app
}

function found(image: Image | undefined, what: string): Picture {
  if (image === undefined) throw new HttpError('NOT_FOUND', { details: `no picture of the ${what}` })
  return image
}
