import type { App } from '../../shared/app.js'
import type { Settings } from '../../shared/settings.js'
import type { Flow } from './flows.js'
import type { LoginParts } from './LoginParts.js'
import type { WayName } from './loginTables.js'

/**
 * A way to log in. Its calls begin a flow, and end it: at once with `finishLogin`, or elsewhere with `Flows.settle`, so that
 * the surface that began it fetches the result.
 */
export type LoginWay = {
  /** The names by which the operator has configured it; none if it is not offered. */
  offered(settings: Settings): readonly WayName[]
  /** Adds its calls and pages; only if it is offered. */
  route(apps: LoginApps, parts: LoginParts): void
  /**
   * Returns how a flow gets on while its surface waits for it: for a way that must ask whether the visitor is through, because
   * nobody tells it.
   */
  advance?(parts: LoginParts): Advance
}

/** Asks how an open flow stands, and ends it if it is through. Never rejects because somebody else does not answer. */
export type Advance = (flow: Flow) => Promise<void>

type LoginApps = {
  /** The calls of the wallet's site: each belongs to a project. */
  readonly calls: App
  /** Pages below `/login` to which others send a visitor: mails, providers. */
  readonly pages: App
}
