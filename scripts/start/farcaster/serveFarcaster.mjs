import { approvePage, donePage, waitingPage } from '../providers/pages.mjs'
import { readForm } from '../providers/readForm.mjs'
import { createFarcasterRelay } from './createFarcasterRelay.mjs'

/** What an address of this part is answered with. @typedef {{ status: number, type: string, body: string }} Answered */

/**
 * Farcaster on this machine: its relay, and the app in which a visitor approves. Their addresses are below `url`.
 *
 * @param {{ url: string, rpcUrl: string }} options
 */
export function serveFarcaster({ url, rpcUrl }) {
  const relay = createFarcasterRelay((token) => `${url}/app?channelToken=${token}`)

  /** @param {string} token @param {import('node:http').IncomingMessage} request @returns {Promise<Answered>} */
  async function approve(token, request) {
    const asked = relay.askedOf(token)
    if (asked === undefined || !relay.waits(token))
      return page(donePage('Nobody waits for this any more', 'Begin the login anew.'))
    if (request.method !== 'POST') return page(approvePage({ domain: asked.domain, name: 'ann' }))
    const form = await readForm(request)
    if (form.get('answer') === 'no') {
      relay.drop(token)
      return page(donePage('Declined', 'Close this page.'))
    }
    const name = (form.get('name') ?? '').trim()
    if (!/^[a-z0-9-]{1,20}$/i.test(name)) {
      const fault = 'A name has letters, digits and hyphens, at most 20.'
      return page(approvePage({ domain: asked.domain, name, fault }))
    }
    // Signing needs a library that a start need not wait for.
    const { createFarcasterApp } = await import('./createFarcasterApp.mjs')
    relay.complete(token, await createFarcasterApp(rpcUrl).sign(asked, name))
    return page(donePage('Approved', 'Go back to the page in which you log in.'))
  }

  /**
   * Answers a request, whose path is that below `url`.
   *
   * @param {import('node:http').IncomingMessage} request @param {string} path @returns {Promise<Answered>}
   */
  return async function answer(request, path) {
    const asked = new URL(path, url)
    if (asked.pathname === '/') return page(waitingPage(relay.waiting()))
    if (asked.pathname === '/app') return approve(asked.searchParams.get('channelToken') ?? '', request)
    const { method = '', headers } = request
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    const { status, body } = relay.answer({ method, path, token, body: await textOf(request) })
    return { status, type: 'application/json', body: JSON.stringify(body) }
  }
}

/** @param {string} body @returns {Answered} */
function page(body) {
  return { status: 200, type: 'text/html', body }
}

/** @param {import('node:http').IncomingMessage} request */
async function textOf(request) {
  let text = ''
  for await (const chunk of request) if (text.length < 65_536) text += chunk
  return text
}
