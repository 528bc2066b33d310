import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { SiwxError } from 'latchkey/siwx'
import { newNonce, type Page, signIn } from './signIn.mjs'

/** Sign-in for an app on Hono: a nonce, one verified signature, a cookie. */
export function createApp(page: Page) {
  const sessions = new Map<string, string>()
  const app = new Hono()

  app.get('/nonce', async (c) => c.text(await newNonce()))

  app.post('/sign-in', async (c) => {
    try {
      const account = await signIn(page, await c.req.json())
      const session = crypto.randomUUID()
      sessions.set(session, account)
      setCookie(c, 'session', session, { httpOnly: true, sameSite: 'Lax', secure: page.scheme === 'https' })
      return c.json({ account })
    } catch (error) {
      if (error instanceof SiwxError) return c.json({ error: error.message }, 401)
      throw error
    }
  })

  app.get('/me', (c) => {
    const account = sessions.get(getCookie(c, 'session') ?? '')
    return account === undefined ? c.json({ error: 'Nobody is signed in' }, 401) : c.json({ account })
  })
  return app
}
