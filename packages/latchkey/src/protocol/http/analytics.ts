import * as v from 'valibot'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

/**
 * Reports one event (spec §7 "Analytics"). The body is an {@link analyticsEvent}; nothing is told in return.
 *
 * @see spec §7, and {@link analyticsProperties} for what an event may say
 */
export const postEvent = defineEndpoint({
  service: 'analytics',
  method: 'POST',
  path: '/e',
  query: v.object(common),
  answer: v.object({}),
})

/**
 * What each event may say beside its name; an event that is not here says nothing. No address, no pairing link, no text
 * that a visitor typed has a name to go under: the same table holds for who sends and who stores.
 */
export const analyticsProperties: { readonly [event: string]: readonly string[] } = {
  MODAL_OPEN: ['connected'],
  MODAL_CLOSE: ['connected'],
  SELECT_WALLET: ['name', 'platform'],
  SEARCH_WALLET: ['badge'],
  CONNECT_SUCCESS: ['method', 'name', 'reconnect'],
  CONNECT_ERROR: ['message'],
  DISCONNECT_SUCCESS: ['namespace'],
  DISCONNECT_ERROR: ['message'],
  SWITCH_NETWORK: ['network'],
  SIWX_AUTH_SUCCESS: ['network'],
  SIWX_AUTH_ERROR: ['network'],
  CLICK_SIGN_SIWX_MESSAGE: ['network'],
  CLICK_CANCEL_SIWX: ['network'],
  OPEN_SEND: ['network'],
  SEND_INITIATED: ['network', 'token'],
  SEND_SUCCESS: ['network', 'token'],
  SEND_ERROR: ['network', 'token'],
}

const short = v.pipe(v.string(), v.maxLength(64))

/**
 * One event on the wire: `eventId` is a UUID, `timestamp` epoch milliseconds, `url` the page without its query and
 * fragment.
 */
export const analyticsEvent = v.object({
  eventId: v.pipe(v.string(), v.uuid()),
  url: v.pipe(v.string(), v.maxLength(2_048)),
  domain: v.pipe(v.string(), v.maxLength(253), v.regex(/^[a-z0-9.:[\]-]*$/i)),
  timestamp: v.pipe(v.number(), v.integer()),
  props: v.object({
    type: v.literal('track'),
    event: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{2,63}$/)),
    properties: v.optional(v.record(short, v.union([short, v.boolean()]))),
  }),
})

export type AnalyticsEvent = v.InferOutput<typeof analyticsEvent>
