// The mail server of `npm start`: takes every mail, delivers none, and shows them on a page.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'
import { mailboxPage, mailPolicy, pagePolicy } from './mailbox/page.mjs'
import { readMail } from './mailbox/readMail.mjs'
import { host } from './ports.mjs'

/** @typedef {import('./mailbox/readMail.mjs').Mail & { id: string, at: string, recipients: string[] }} Message */

const mostBytes = 256 * 1024

/**
 * Starts a mail server and its mailbox on this machine.
 *
 * - `GET /` shows the mails.
 * - `GET /messages` returns them as JSON, newest first; `?to=a@b.example` those of one address.
 * - `DELETE /messages` forgets them.
 *
 * @param {{ smtpPort: number, httpPort: number, most?: number }} options A port of 0 picks a free one; `most` mails are kept.
 * @returns {Promise<{ url: string, smtpUrl: string, messages: (to?: string) => Message[], close: () => Promise<void> }>}
 */
export async function startMailbox({ smtpPort, httpPort, most = 200 }) {
  /** @type {Message[]} */
  let kept = []
  const messages = (/** @type {string | undefined} */ to) =>
    to === undefined ? kept : kept.filter(({ recipients }) => recipients.includes(to.toLowerCase()))

  const smtp = new SMTPServer({
    // The connection does not leave the machine.
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: mostBytes,
    rejectOversized: true,
    logger: false,
    onData(stream, session, callback) {
      /** @type {Buffer[]} */
      const chunks = []
      stream.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
      stream.once('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
        const mail = readMail(Buffer.concat(chunks))
        kept = [{ id: randomUUID(), at: new Date().toISOString(), recipients, ...mail }, ...kept].slice(
          0,
          most,
        )
        callback()
      })
    },
  })
  // A client that breaks off is no reason to stop.
  smtp.on('error', () => undefined)

  const http = createServer((request, response) => {
    const send = (
      /** @type {number} */ status,
      /** @type {string} */ type,
      /** @type {string} */ body,
      policy = pagePolicy,
    ) => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.end(body)
    }
    const url = new URL(request.url ?? '/', 'http://mailbox')
    // A page of another origin can point its own name at this machine (DNS rebinding), and codes are nothing for it.
    if (!/^(localhost|127\.0\.0\.1|[a-z-]+\.localhost)(:\d+)?$/.test(request.headers.host ?? ''))
      return send(403, 'text/plain', 'Only for this machine')
    if (url.pathname === '/messages' && request.method === 'DELETE') {
      kept = []
      return send(200, 'application/json', '[]')
    }
    if (request.method !== 'GET') return send(405, 'text/plain', 'Only GET')
    if (url.pathname === '/messages')
      return send(200, 'application/json', JSON.stringify(messages(url.searchParams.get('to') ?? undefined)))
    const [, id] = /^\/messages\/([\w-]+)\/html$/.exec(url.pathname) ?? []
    const found = kept.find((one) => one.id === (id ?? url.searchParams.get('id')))
    if (id !== undefined)
      return found === undefined
        ? send(404, 'text/plain', 'Gone')
        : send(200, 'text/html', found.html, mailPolicy)
    if (url.pathname !== '/') return send(404, 'text/plain', 'There is nothing here')
    return send(200, 'text/html', mailboxPage(kept, found ?? kept[0]))
  })

  const [smtpAt, httpAt] = await Promise.all([listen(smtp.server, smtpPort), listen(http, httpPort)])
  return {
    url: `http://localhost:${httpAt}`,
    smtpUrl: `smtp://${host}:${smtpAt}`,
    messages,
    async close() {
      http.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => http.close(resolve)),
        new Promise((resolve) => smtp.close(() => resolve(undefined))),
      ])
    },
  }
}

/** @param {import('node:net').Server} server @param {number} port @returns {Promise<number>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
