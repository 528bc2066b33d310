import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { SiwxError } from 'latchkey/siwx'
import { newNonce, signIn } from './signIn.mjs'

/** Sign-in for an app on Express: a nonce, one verified signature, a cookie. @param {import('./signIn.mjs').Page} page */
export function createApp(page) {
  /** @type {Map<string, string>} */
  const sessions = new Map()
  const app = express()
  app.use(express.json({ limit: '32kb' }))

  app.get('/nonce', async (_, response) => {
    response.type('text').send(await newNonce())
  })

  app.post('/sign-in', async (request, response) => {
    try {
      const account = await signIn(page, request.body ?? {})
      const session = randomUUID()
      sessions.set(session, account)
      response.cookie('session', session, {
        httpOnly: true,
        sameSite: 'lax',
        secure: page.scheme === 'https',
      })
      response.json({ account })
    } catch (error) {
      if (!(error instanceof SiwxError)) throw error
      response.status(401).json({ error: error.message })
    }
  })

  app.get('/me', (request, response) => {
    const session = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const account = sessions.get(session)
    if (account === undefined) response.status(401).json({ error: 'Nobody is signed in' })
    else response.json({ account })
  })
  return app
}

// `node src/express.mjs`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORT = '3000', DOMAIN = `localhost:${PORT}` } = process.env
  const server = createApp({ domain: DOMAIN, scheme: 'http' }).listen(Number(PORT), () => {
    console.log(JSON.stringify(server.address()))
  })
}
