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

/** How long a cache may keep a list of wallets, and a picture, in seconds. */
const listAge = 300
const imageAge = 86_400

/**
 * Creates the wallet explorer: lists wallets, and serves pictures of wallets, networks, tokens and currencies (spec §7
 * "Wallet explorer API"). It answers from memory, makes no outgoing calls and stores nothing about clients.
 *
 * @throws if the host's own file of wallets is invalid.
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
    // Without a project setting, analytics is on if this process runs the analytics service.
    isAnalyticsEnabled: project.isAnalyticsEnabled ?? context.settings.services.includes('analytics'),
  }))
  return app
}

function found(image: Image | undefined, what: string): Picture {
  if (image === undefined) throw new HttpError('NOT_FOUND', { details: `no picture of the ${what}` })
  return image
}
