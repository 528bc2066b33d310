import type { BrowserContext, Request } from '@playwright/test'

/** A request, and its answer: headers and bodies, each byte as one character (latin1). */
type Exchanged = { readonly url: string; readonly sent: string; readonly received: string }

/** Records all that the pages of a context send and get, with their frames and workers. */
export class Wire {
  readonly #requests: Request[] = []

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#requests.push(request))
  }

  async read(): Promise<readonly Exchanged[]> {
    const real = this.#requests.filter((request) => /^https?:/.test(request.url()))
    return Promise.all(real.map(readExchange))
  }
}

async function readExchange(request: Request): Promise<Exchanged> {
  const response = await request.response()
  // A redirection has no body.
  const body = await response?.body().catch(() => undefined)
  return {
    url: request.url(),
    sent: written(await request.allHeaders(), request.postDataBuffer()),
    received: written((await response?.allHeaders()) ?? {}, body),
  }
}

const written = (headers: object, body: Buffer | null | undefined) =>
  [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), body?.toString('latin1')].join(
    '\n',
  )
