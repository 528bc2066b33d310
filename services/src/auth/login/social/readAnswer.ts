import type { RequestContext } from '../../../shared/app.js'
import { readBounded } from '../../../shared/readBounded.js'

/** Most bytes of what a provider sends back with the visitor. Codes and states are far shorter. */
const limit = 6_144
/** What a provider may say; everything else of its answer is left unread. */
const names = ['state', 'code', 'iss', 'error'] as const

/**
 * Reads what came back with the visitor: from the query, or from the form that a provider has the browser post. Nothing for an
 * answer that is too long, or that says one thing twice.
 */
export async function readAnswer(c: RequestContext, isPosted: boolean): Promise<URLSearchParams | undefined> {
  const text = isPosted ? await bodyOf(c) : new URL(c.req.url).search
  if (text === undefined || text.length > limit) return undefined
  const given = new URLSearchParams(text)
  if (names.some((name) => given.getAll(name).length > 1)) return undefined
  return new URLSearchParams(names.flatMap((name) => given.getAll(name).map((value) => [name, value])))
}

async function bodyOf(c: RequestContext): Promise<string | undefined> {
  const body = await readBounded(c.req.raw.body, limit).catch(() => undefined)
  return body?.toString('utf8')
}
