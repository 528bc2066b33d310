import { createHmac, timingSafeEqual } from 'node:crypto'
import { cleanText, parseJson } from 'latchkey/protocol'
import * as v from 'valibot'

/** Who has opened a page in the messaging app, as the app's server has signed it. */
export type InitData = {
  /** The person's id, which is the same for all bots. */
  readonly id: string
  readonly userName: string | undefined
  /** The signature, by which the same data is known again. */
  readonly hash: string
}

/** How old signed data may be, and how far its date may be ahead, in milliseconds. */
const maxAge = 5 * 60_000
const tolerance = 60_000

const person = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  is_bot: v.optional(v.literal(false)),
  username: v.optional(v.string()),
  first_name: v.optional(v.string()),
})

/**
 * Reads the data with which Telegram opens a bot's page: signed with the bot's token, and new. Nothing if it is not both.
 *
 * @param now Epoch milliseconds.
 */
export function readInitData(text: string, botToken: string, now: number): InitData | undefined {
  const fields = [...new URLSearchParams(text)]
  const given = new Map(fields)
  // A field that comes twice could be read in two ways.
  if (given.size !== fields.length) return undefined
  const hash = given.get('hash') ?? ''
  given.delete('hash')
  const checked = [...given]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const expected = createHmac('sha256', key).update(checked).digest()
  if (!/^[0-9a-f]{64}$/.test(hash) || !timingSafeEqual(expected, Buffer.from(hash, 'hex'))) return undefined
  const date = given.get('auth_date') ?? ''
  const age = now - Number(date) * 1_000
  if (!/^\d{1,12}$/.test(date) || age > maxAge || age < -tolerance) return undefined
  const read = v.safeParse(person, parseJson(given.get('user') ?? ''))
  if (!read.success) return undefined
  const { id, username, first_name } = read.output
  const userName = cleanText(username ?? first_name ?? '', 100)
  return { id: String(id), userName: userName === '' ? undefined : userName, hash }
}
