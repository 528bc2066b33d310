import type { Context } from '../shared/context.js'
import type { Admitted } from './admission.js'
import { limitsOf } from './limits.js'

/** Returns a socket's options from the settings and its client's project. Sizes are bytes, times milliseconds. */
export function socketOptions({ settings, clock }: Context, { clientId, addressName, project }: Admitted) {
  return {
    clientId,
    addressName,
    project,
    clock,
    limits: limitsOf(settings, project),
    frameSize: settings.relayFrameSize,
    outbox: {
      size: settings.relayBufferSize,
      hardSize: settings.relayBufferLimit,
      allSize: settings.relayBufferTotal,
      patience: settings.relaySlowSeconds * 1000,
    },
    pingInterval: settings.relayPingSeconds * 1000,
    idleTime: settings.relayIdleSeconds * 1000,
  }
}
