import { base64url, openSealing } from './sealedLine.js'
import type { FromWindow, ToWindow } from './window.js'

/** What stands behind `#` in the window's address: no server sees it. */
export type WindowTicket = {
  /** Where the two meet. */
  readonly place: string
  /** 32 bytes in base64url: the key of the line through the server. */
  readonly secret: string
  /** A code for a session of the iframe's visitor. */
  readonly link?: string | undefined
}

/** A line between an iframe and its window. */
export type WindowLine<sent, heard> = {
  send(message: sent): void
  close(): void
  readonly heard?: heard | undefined
}

export type OwnLine = WindowLine<FromWindow, ToWindow>

/** The calls of the worker that carry messages through the server. */
export type Carrier = {
  putMessage(place: string, seq: number, text: string): Promise<void>
  takeMessages(place: string, from: number): Promise<readonly string[]>
}

export function newTicket(place: string, link: string | undefined): WindowTicket {
  return { place, secret: base64url(crypto.getRandomValues(new Uint8Array(32))), link }
}

export function ticketText({ place, secret, link }: WindowTicket): string {
  return [place, secret, ...(link === undefined ? [] : [link])].join('.')
}

export function readTicket(text: string): WindowTicket | undefined {
  const [place = '', secret = '', link] = text.replace(/^#/, '').split('.')
  return /^[\w-]{22}$/.test(place) && /^[\w-]{43}$/.test(secret) ? { place, secret, link } : undefined
}

/** A line over a port. */
export function portLine<sent, heard>(
  port: MessagePort,
  onMessage: (message: heard) => void,
): WindowLine<sent, heard> {
  port.onmessage = ({ data }) => onMessage(data as heard)
  return { send: (message) => port.postMessage(message), close: () => port.close() }
}

/** How often a side looks for messages at the server, in milliseconds. */
const pace = 700

/**
 * A line through the server, for windows that cannot reach their opener: a host's page with `Cross-Origin-Opener-Policy: same-origin` cuts them apart.
 * Both sides need a session of the same visitor.
 */
export function serverLine<sent, heard>(
  carrier: Carrier,
  { place, secret }: WindowTicket,
  own: 'frame' | 'window',
  onMessage: (message: heard) => void,
): WindowLine<sent, heard> {
  const other = own === 'frame' ? 'window' : 'frame'
  const sealing = openSealing(secret)
  // Each side has the even or the odd numbers, so that they never use the same one.
  const numberOf = (side: 'frame' | 'window', count: number) => count * 2 + (side === 'frame' ? 0 : 1)
  let sent = 0
  let heard = 0
  let isClosed = false
  let sending = Promise.resolve()

  async function listen() {
    while (!isClosed) {
      const { open } = await sealing
      // A failed look is followed by the next one.
      const texts = await carrier.takeMessages(`${place}`, 0).catch(() => [])
      for (const text of texts) {
        const message = await open(other, numberOf(other, heard), text)
        if (message === undefined) continue
        heard++
        if (!isClosed) onMessage(message as heard)
      }
      await new Promise((resolve) => setTimeout(resolve, pace))
    }
  }
  void listen()
  return {
    send(message) {
      const number = numberOf(own, sent++)
      sending = sending
        .then(async () => carrier.putMessage(place, number, await (await sealing).seal(own, number, message)))
        .catch(() => undefined)
    },
    close() {
      isClosed = true
    },
  }
}
