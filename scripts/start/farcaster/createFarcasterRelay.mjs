import { randomBytes } from 'node:crypto'

/**
 * What the app of a visitor is asked to sign (FIP-11).
 *
 * @typedef {{ readonly siweUri: string, readonly domain: string, readonly nonce: string,
 *   readonly expirationTime?: string | undefined, readonly acceptAuthAddress?: boolean | undefined }} SignatureParams
 */

/** @typedef {{ readonly asked: SignatureParams, readonly at: number, completed?: object | undefined }} Channel */

/** How long a channel stays, in milliseconds. */
const life = 10 * 60_000

/**
 * A relay of Farcaster, by its documented protocol: passes a request to sign to the visitor's app, and the signature back.
 * A signature is told once.
 *
 * @param {(token: string) => string} linkOf The link that a service shows, and that the visitor's app opens.
 */
export function createFarcasterRelay(linkOf) {
  /** @type {Map<string, Channel>} */
  const channels = new Map()

  /** @param {string} body */
  function open(body) {
    /** @type {SignatureParams} */
    const asked = JSON.parse(body)
    if (
      typeof asked?.nonce !== 'string' ||
      typeof asked.domain !== 'string' ||
      typeof asked.siweUri !== 'string'
    )
      return { status: 400, body: { error: 'Bad request' } }
    const channelToken = randomBytes(16).toString('hex')
    for (const [token, { at }] of channels) if (Date.now() - at > life) channels.delete(token)
    channels.set(channelToken, { asked, at: Date.now() })
    const url = linkOf(channelToken)
    return { status: 201, body: { channelToken, url, connectUri: url, nonce: asked.nonce } }
  }

  return {
    /**
     * Answers a service.
     *
     * @param {{ readonly method: string, readonly path: string, readonly token: string, readonly body: string }} request
     * @returns {{ readonly status: number, readonly body: object }}
     */
    answer({ method, path, token, body }) {
      if (method === 'POST' && path === '/v1/channel') return open(body)
      const channel = channels.get(token)
      if (path !== '/v1/channel/status' || channel === undefined)
        return { status: 401, body: { error: 'Unauthorized' } }
      const { asked, completed } = channel
      if (completed === undefined) return { status: 202, body: { state: 'pending', nonce: asked.nonce } }
      channels.delete(token)
      return { status: 200, body: { state: 'completed', nonce: asked.nonce, ...completed } }
    },
    /** What a channel asks to be signed; `undefined` once it is gone. @param {string} token */
    askedOf: (token) => channels.get(token)?.asked,
    /** Whether a channel waits for a signature. @param {string} token */
    waits: (token) => channels.has(token) && channels.get(token)?.completed === undefined,
    /** The channels that wait for a signature, newest first. */
    waiting: () =>
      [...channels]
        .filter(([, { completed }]) => completed === undefined)
        .map(([token, { asked }]) => ({ link: linkOf(token), domain: asked.domain }))
        .reverse(),
    /** Passes on what an app has signed. @param {string} token @param {object} completed @returns {boolean} */
    complete(token, completed) {
      const channel = channels.get(token)
      if (channel === undefined) return false
      channel.completed = completed
      return true
    },
    /** Forgets a channel. @param {string} token */
    drop: (token) => channels.delete(token),
  }
}
