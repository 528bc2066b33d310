/**
 * The client's connection to the relay (WalletConnect specs, "Relay client" and "Relay RPC"): keeps a socket while
 * something is subscribed or being sent.
 */
import { SignError } from '../SignError.js'
import { createConnection } from './connection.js'
import { createOutbox } from './outbox.js'
import type { Relay, RelayState } from './relayState.js'
import { createSubscriptions } from './subscriptions.js'

export declare namespace createRelay {
  type Parameters = Omit<createConnection.Parameters, 'isWanted' | 'onOpen'> & {
    /** Returns whether a caller waits for an answer, so that a silent socket should be probed. */
    readonly isAwaited: () => boolean
  }
}

/** How long an unneeded socket stays open for reuse, in milliseconds. */
const linger = 10_000
/** How long the relay may be silent while a caller waits, before it is probed, in milliseconds. */
const silence = 30_000
/** How old an attempt may be when the page wakes, in milliseconds: an older one may have been frozen. */
const connectPatience = 3_000

export function createRelay(parameters: createRelay.Parameters): Relay {
  const { clock, isAwaited } = parameters
  let cancelRest = () => {}
  const connection = createConnection({
    ...parameters,
    isWanted,
    onState,
    onOpen(link) {
      subscriptions.restore(link)
      rest()
    },
  })
  const { state, ask, wake, leave } = connection
  const outbox = createOutbox(clock, connection)
  const subscriptions = createSubscriptions({
    ...parameters,
    ask,
    onTrouble: (error) => parameters.onState({ ...state(), error }),
  })

  function isWanted() {
    return subscriptions.size > 0 || outbox.size > 0
  }

  function onState(entered: RelayState) {
    cancelRest()
    if (entered.status !== 'open') subscriptions.reset()
    parameters.onState(entered)
  }

  /**
   * While open: closes the socket if there is nothing to do, and probes after a long silence if a caller waits. Each
   * waiting caller has published first, which calls this function.
   */
  function rest() {
    const link = connection.link()
    if (link === undefined) {
      if (state().status === 'closed' && !isWanted()) leave()
      return
    }
    cancelRest()
    if (!isWanted()) cancelRest = clock.setTimeout(leave, linger)
    else if (isAwaited()) {
      const quiet = clock.now() - link.heardAt()
      if (quiet >= silence) subscriptions.probe()
      cancelRest = clock.setTimeout(rest, quiet >= silence ? silence : silence - quiet)
    }
  }

  return {
    state,

    setTopics(topics) {
      subscriptions.set(topics)
      if (state().status === 'idle' && isWanted()) wake()
      rest()
    },

    publish: (publication) => outbox.publish(publication).finally(rest),

    check() {
      if (connection.link() !== undefined) subscriptions.probe()
      else if (isWanted()) wake(connectPatience)
    },

    close: () => leave(new SignError('CLIENT_CLOSED')),
  }
}
