import { isNetworkId, isOriginAllowed } from 'latchkey/protocol'
import { parseJson } from 'latchkey/site'
import * as v from 'valibot'

const chain = v.object({
  id: v.custom<`${string}:${string}`>(isNetworkId),
  name: v.string(),
  coin: v.object({ symbol: v.string(), decimals: v.number() }),
  hasSmartAccounts: v.optional(v.boolean()),
  hasBundler: v.optional(v.boolean()),
  hasPaymaster: v.optional(v.boolean()),
  nameResolver: v.optional(v.string()),
  tokens: v.optional(v.array(v.string())),
})

const settings = v.object({
  projectId: v.string(),
  /** The origins that may embed the wallet; pages of this machine always may. */
  origins: v.array(v.string()),
  chains: v.array(chain),
})

export type SiteSettings = v.InferOutput<typeof settings> & {
  /** The hash of this build, from its address. */
  readonly hash: string
}

/** Reads what the server has written into the page for its project. */
export function readSettings(page: Document, path: string): SiteSettings | undefined {
  const text = page.querySelector('meta[name="latchkey-settings"]')?.getAttribute('content') ?? ''
  const read = v.safeParse(settings, parseJson(text))
  const hash = /^\/f\/([a-z0-9]{16,64})\//.exec(path)?.[1]
  return read.success && hash !== undefined ? { ...read.output, hash } : undefined
}

/** Whether a page of this origin may use the wallet. The browser has checked the same list (`frame-ancestors`). */
export function mayEmbed({ origins }: SiteSettings, origin: string): boolean {
  return /^https?:\/\//.test(origin) && isOriginAllowed(origin, origins)
}
