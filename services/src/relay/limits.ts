import type { Project } from '../shared/projects.js'
import type { Settings } from '../shared/settings.js'
import type { Allowance } from '../shared/tokenBucket.js'

/** A client's limits. Sizes are bytes. */
export type ClientLimits = {
  readonly messageSize: number
  readonly topics: number
  /** Messages. */
  readonly publish: Allowance
  /** Bytes of messages. */
  readonly bytes: Allowance
  readonly request: Allowance
}

/** Returns the limits from the settings, with the project's own limits over them. */
export function limitsOf(settings: Settings, project: Project): ClientLimits {
  const own = project.limits ?? {}
  return {
    messageSize: own.relayMessageSize ?? settings.relayMessageSize,
    topics: own.relayTopics ?? settings.relayTopics,
    publish: {
      rate: own.relayPublishRate ?? settings.relayPublishRate,
      burst: own.relayPublishBurst ?? settings.relayPublishBurst,
    },
    bytes: { rate: settings.relayByteRate, burst: settings.relayByteBurst },
    request: { rate: settings.relayRequestRate, burst: settings.relayRequestRate * 10 },
  }
}
