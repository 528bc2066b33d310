import type { RequestContext } from '../../shared/app.js'
import { type PlainPage, plainPage, plainPolicy } from './plainPage.js'

/** Answers with a small page, which nobody keeps. */
export function answerPage(c: RequestContext, page: PlainPage, status: 200 | 400 | 404 | 429): Response {
  c.header('content-security-policy', plainPolicy(page.script))
  c.header('cache-control', 'no-store')
  return c.html(plainPage(page), status)
}

/** Whether a form was posted by a page of the site itself, which sends no origin because it sends no referrer. */
export function isOwnForm(c: RequestContext): boolean {
  return (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
}
