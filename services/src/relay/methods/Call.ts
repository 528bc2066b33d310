import type { Connection } from '../connection.js'
import type { Publisher } from '../publisher.js'
import type { MailboxStore } from '../store/MailboxStore.js'
import type { Subscriptions } from '../subscriptions.js'

/** The caller, and the parts of the relay that a method uses. */
export type Call = {
  readonly connection: Connection
  readonly store: MailboxStore
  readonly subscriptions: Subscriptions
  readonly publisher: Publisher
  /** The method's prefix as the client wrote it: `irn`, or the older `iridium` and `waku`. */
  readonly prefix: string
}

/** A method's result, and an action to run after it has been sent. */
export type Reply = { readonly result: unknown; readonly afterwards?: (() => void) | undefined }

/** A method of the relay. It throws a `RelayError` to refuse. */
export type Method = (call: Call, params: unknown) => Promise<Reply>
