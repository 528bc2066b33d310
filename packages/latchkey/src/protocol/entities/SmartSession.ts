import * as v from 'valibot'
import { toWebLink } from '../schema/link.js'
import { text } from '../schema/textSchema.js'

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
const link = v.optional(v.pipe(v.unknown(), v.transform(toWebLink)))

/** A permission that an account gave an app for a while (`GET /v1/sessions/{address}`). Times are epoch seconds. */
export const smartSessionSchema = v.object({
  /** The permission's id. */
  pci: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
  project: v.object({ id: v.string(), name: text(64), url: link, iconUrl: link }),
  expiry: seconds,
  createdAt: seconds,
  revokedAt: v.optional(seconds),
  permissions: v.array(v.unknown()),
  policies: v.array(v.unknown()),
  context: v.string(),
})

export type SmartSession = v.InferOutput<typeof smartSessionSchema>
