import type { App } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { refuseUpgrade } from '../shared/endStream.js'
import { type Host, listen } from '../shared/host.js'
import { type Frame, openFrame } from './openFrame.js'

/** The embedded wallet's server on its own port. */
export type ServedFrame = {
  readonly port: number
  /** Whether a request's `Host` is that of the site. */
  isHost(host: string | undefined): boolean
  /** Answers requests to the site's host, and leaves others to another app. */
  before(app: App): Pick<App, 'fetch'>
  close(): Promise<void>
}

/** Starts the embedded wallet's server: its site, login and key service. */
export async function serveFrame(context: Context, options: openFrame.Options): Promise<ServedFrame> {
  const own = new URL(options.frameUrl).host
  const isHost = (host: string | undefined) => host?.toLowerCase() === own
  const frame: Frame = await openFrame(context, options)
  let host: Host
  try {
    host = await listen(context, {
      app: frame.app,
      port: context.settings.framePort,
      onUpgrade: (_, stream) => refuseUpgrade(context.clock, stream),
    })
  } catch (error) {
    await frame.close()
    throw error
  }
  return {
    port: host.port,
    isHost,
    before: (app) => ({
      fetch: (request, ...more) =>
        (isHost(new URL(request.url).host) ? frame.app : app).fetch(request, ...more),
    }),
    async close() {
      await host.close()
      await frame.close()
    },
  }
}
