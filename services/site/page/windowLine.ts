import { base64url, type Direction, openSealing } from './sealedLine.js'
import { SiteError } from './toFrameError.js'
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
  /** Resolves once the message is on its way, or cannot get there. */
  send(message: sent): Promise<void>
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
  return { send: async (message) => port.postMessage(message), close: () => port.close() }
}

/** How often a side looks for messages at the server, and how long it waits before it puts one again, in milliseconds. */
const pace = 700
/** How often a message is put that does not get through. */
const mostTries = 5

/**
 * A line through the server, for windows that cannot reach their opener: a host's page with `Cross-Origin-Opener-Policy: same-origin` cuts them apart.
 * Both sides need a session of the same visitor. What gets lost on the way, in either direction, is sent again.
 */
export function serverLine<sent, heard>(
  carrier: Carrier,
  { secret }: WindowTicket,
  own: Direction,
  onMessage: (message: heard) => void,
): WindowLine<sent, heard> {
  const other = own === 'frame' ? 'window' : 'frame'
  const sealing = openSealing(secret)
  let sent = 0
  let heard = 0
  let isClosed = false
  let sending = Promise.resolve()

  async function listen() {
    const { open, placeOf } = await sealing
    const place = await placeOf(other)
    while (!isClosed) {
      // A failed look is followed by the next one, which gets the same messages.
      const texts = await carrier.takeMessages(place, heard).catch(() => [])
      for (const text of texts) {
        const message = await open(other, heard, text)
        if (message === undefined) break
        heard++
        if (!isClosed) onMessage(message as heard)
      }
      await pause()
    }
  }

  async function put(number: number, message: sent) {
    const { seal, placeOf } = await sealing
    const [place, text] = [await placeOf(own), await seal(own, number, message)]
    for (let left = mostTries; left > 0; left--) {
      try {
        return await carrier.putMessage(place, number, text)
      } catch (error) {
        // The number is used: the message has got there, and only the answer was lost.
        if (error instanceof SiteError && error.code === 'invalid') return
        await pause()
      }
    }
  }

  void listen()
  return {
    send(message) {
      const number = sent++
      sending = sending.then(() => put(number, message))
      return sending
    },
    close() {
      isClosed = true
    },
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pace))
