import * as v from 'valibot'

const hex = v.pipe(v.string(), v.startsWith('0x'))

/** The parameters of `wallet_sendCalls` (spec §5 "Frame messages"): `to` and `data` of a call start with `0x`. */
export const callsParams = v.tuple([
  v.looseObject({
    calls: v.pipe(
      v.array(v.looseObject({ to: hex, data: v.optional(hex), value: v.optional(v.string()) })),
      v.minLength(1),
      v.maxLength(50),
    ),
  }),
])

/** The options of `solana_signAndSendTransaction` (spec §5 "Frame messages"). */
export const solanaSendOptions = v.looseObject({
  transaction: v.string(),
  options: v.optional(
    v.object({
      skipPreflight: v.optional(v.boolean()),
      preflightCommitment: v.optional(
        v.picklist([
          'processed',
          'confirmed',
          'finalized',
          'recent',
          'single',
          'singleGossip',
          'root',
          'max',
        ]),
      ),
      maxRetries: v.optional(v.number()),
      minContextSlot: v.optional(v.number()),
    }),
  ),
})
