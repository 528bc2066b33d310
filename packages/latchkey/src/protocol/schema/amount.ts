import * as v from 'valibot'

/** An amount in whole units as a plain decimal text: `'12.5'`. No sign, no exponent, no separators, never a number. */
export const amountText = v.pipe(v.string(), v.maxLength(160), v.regex(/^\d{1,78}(\.\d{1,77})?$/))

/** An amount in base units (wei): digits only. */
export const unitsText = v.pipe(v.string(), v.regex(/^\d{1,78}$/))

/** A token's number of decimals as a text, `'18'`. Rejects more than 36, which no real token has. */
export const decimalsText = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}$/),
  v.check((value) => Number(value) <= 36),
)

/** A price or a value in a currency: finite, not negative, and at most 1e15, more than any real one. */
export const priceNumber = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e15))
