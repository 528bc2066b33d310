import * as v from 'valibot'
import { type CaipNetworkId, isNetworkId } from '../caip.js'
import { isRdns } from '../isRdns.js'
import { walletLink, webLink } from '../schema/linkSchema.js'
import { cleanText } from '../schema/text.js'
import { text } from '../schema/textSchema.js'

const id = v.pipe(v.string(), v.regex(/^[\w.:-]{1,128}$/))

const rdns = v.pipe(
  v.unknown(),
  v.transform((value) => (isRdns(value) ? value.toLowerCase() : undefined)),
)

const networkIds = v.pipe(
  v.array(v.unknown()),
  v.transform((values): readonly CaipNetworkId[] => values.filter(isNetworkId).slice(0, 500)),
)

/**
 * A wallet of the explorer (spec §3 "Wallet", `GET /getWallets`). Links that are not safe to open are left out.
 *
 * Unknown fields are ignored (spec §7 "Wallet explorer API").
 */
export const walletSchema = v.object({
  id,
  name: text(64),
  homepage: v.optional(webLink),
  image_id: v.optional(v.nullable(id)),
  image_url: v.optional(webLink),
  order: v.optional(v.nullable(v.number())),
  rdns: v.optional(rdns),
  chains: v.optional(networkIds),
  mobile_link: v.optional(walletLink),
  desktop_link: v.optional(walletLink),
  webapp_link: v.optional(webLink),
  app_store: v.optional(webLink),
  play_store: v.optional(webLink),
  chrome_store: v.optional(webLink),
  injected: v.optional(
    v.nullable(
      v.array(
        v.object({
          namespace: v.optional(v.string()),
          injected_id: v.optional(
            v.pipe(
              v.string(),
              v.transform((value) => cleanText(value, 64)),
            ),
          ),
        }),
      ),
    ),
  ),
  badge_type: v.optional(v.nullable(v.picklist(['none', 'certified']))),
})

export type Wallet = v.InferOutput<typeof walletSchema>
