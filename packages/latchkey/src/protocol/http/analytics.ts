import * as v from 'valibot'
import type { KitEventProperty, KitEventType } from '../events.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

/**
 * Reports one event (spec §7 "Analytics"). The body is an {@link analyticsEvent}; the answer is empty.
 *
 * @see spec §7, and {@link analyticsProperties} for an event's allowed properties
 */
export const postEvent = defineEndpoint({
  service: 'analytics',
  method: 'POST',
  path: '/e',
  query: v.object(common),
  answer: v.object({}),
})

const properties = {
  MODAL_OPEN: ['connected'],
  MODAL_CLOSE: ['connected'],
  SELECT_WALLET: ['name', 'platform'],
  SEARCH_WALLET: ['badge'],
  INTERNAL_SDK_ERROR: ['errorType', 'uncaught'],
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
  CLICK_TRANSACTIONS: ['network'],
  LOAD_MORE_TRANSACTIONS: ['network'],
  ERROR_FETCH_TRANSACTIONS: ['network'],
  SEND_INITIATED: ['network', 'token'],
  SEND_SUCCESS: ['network', 'token'],
  SEND_ERROR: ['network', 'token', 'message'],
  EMAIL_VERIFICATION_CODE_FAIL: ['message'],
  SOCIAL_LOGIN_STARTED: ['provider'],
  SOCIAL_LOGIN_SUCCESS: ['provider'],
  SOCIAL_LOGIN_ERROR: ['provider'],
  SOCIAL_LOGIN_REQUEST_USER_DATA: ['provider'],
  SOCIAL_LOGIN_CANCELED: ['provider'],
  SET_PREFERRED_ACCOUNT_TYPE: ['accountType', 'network'],
} satisfies { readonly [type in KitEventType]?: readonly KitEventProperty<type>[] }

/**
 * The allowed properties of each event, besides its name; an event without a row has none. No property exists for an
 * address, a pairing link or a text that a visitor typed. The sender and the server apply the same table.
 */
export const analyticsProperties: { readonly [event: string]: readonly string[] } = properties

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
    type: v.picklist(['track', 'error']),
    event: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{2,63}$/)),
    properties: v.optional(v.record(short, v.union([short, v.boolean()]))),
  }),
})

export type AnalyticsEvent = v.InferOutput<typeof analyticsEvent>
