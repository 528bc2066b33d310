import { callEndpoint } from '../../core/callEndpoint.js'
import type { KitEvent } from '../../protocol/events.js'
import { type AnalyticsEvent, analyticsProperties, postEvent } from '../../protocol/http/analytics.js'
import { getAnalyticsConfig } from '../../protocol/http/explorer.js'
import type { Kit } from '../Kit.js'
import { earlyEvents } from '../startedWith.js'

/** The most events that wait until the project has said whether it wants them; further ones are dropped. */
const waitingLimit = 50

/**
 * Reports the kit's events to the analytics service if the host turned `features.analytics` on, its project agrees
 * (`GET /getAnalyticsConfig`; any failure is a no) and the visitor's browser does not object by Global Privacy Control.
 *
 * Events between the kit's start and the loading of this code are reported too. Nothing is asked or sent before the
 * first event. A report that fails is dropped, because analytics must never disturb the page.
 *
 * @see spec §7 "Analytics"
 */
export function startAnalytics(kit: Kit): void {
  const early = kit.slots.take(earlyEvents)
  early?.stop()
  if (kit.store.getState().options.features?.analytics !== true || objectsToTracking()) return
  let isWanted: boolean | undefined
  let waiting: AnalyticsEvent[] = []
  const stop = kit.events.subscribe(report)
  kit.slots.onStop(stop)
  early?.events.forEach(report)

  function report(event: KitEvent) {
    if (isWanted === false) return stop()
    const body = toReport(kit, event)
    if (isWanted) return send(kit, body)
    if (waiting.push(body) === 1) void ask()
    waiting = waiting.slice(0, waitingLimit)
  }

  async function ask() {
    isWanted = await callEndpoint(kit, getAnalyticsConfig).then(
      (answer) => answer.isAnalyticsEnabled,
      () => false,
    )
    if (isWanted) for (const body of waiting) send(kit, body)
    waiting = []
  }
}

/** @see https://w3c.github.io/gpc/ */
function objectsToTracking(): boolean {
  if (typeof navigator === 'undefined') return true
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

function send(kit: Kit, body: AnalyticsEvent): void {
  callEndpoint(kit, postEvent, { body }).catch(() => {
    // The event is not counted; nobody waits for it.
  })
}

function toReport(kit: Kit, event: KitEvent): AnalyticsEvent {
  const values = new Map(Object.entries(event))
  const properties = Object.fromEntries(
    (analyticsProperties[event.type] ?? [])
      .map((name) => [name, clean(values.get(name))] as const)
      .filter((entry): entry is readonly [string, string | boolean] => entry[1] !== undefined),
  )
  return {
    eventId: crypto.randomUUID(),
    // A query or a fragment may hold private data.
    url: `${location.origin}${location.pathname}`,
    domain: location.hostname,
    timestamp: kit.clock.now(),
    props: {
      type: event.type === 'INTERNAL_SDK_ERROR' ? 'error' : 'track',
      event: event.type,
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
    },
  }
}

function clean(value: unknown): string | boolean | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' ? value.slice(0, 64) : undefined
}
