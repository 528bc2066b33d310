import type { Connector } from '../../core/connector.js'
import type { Kit } from '../Kit.js'

/** A connector that needs the kit itself: it brings screens, or is told what the host has configured. */
export type AttachedConnector = Connector & {
  /** Called once, when the kit takes the connector in. It touches nothing outside of the kit. */
  attach(kit: Kit): void
}
