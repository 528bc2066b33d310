import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { Prover } from './startLogin.js'

/** A request to the wallet's site on this machine. */
export type SiteCall = {
  /** The port that is asked; by default the site's own. */
  readonly port?: number | undefined
  readonly token?: string | undefined
  readonly headers?: Record<string, string> | undefined
}
export type SiteAnswer = {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly text: string
  /** The answer's JSON; `undefined` if it is none. */
  readonly body: Record<string, unknown> | undefined
}

/** Calls the wallet's site over the network, as its page does. */
export function createSiteCaller(frameUrl: string, prover: Prover) {
  async function ask(
    method: string,
    path: string,
    text: string | undefined,
    call: SiteCall,
  ): Promise<SiteAnswer> {
    const { host, port } = new URL(frameUrl)
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: call.port ?? Number(port), method, path }
      request({ ...options, headers: { host, ...call.headers } }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const answer = Buffer.concat(chunks).toString('utf8')
        const isJson = response.headers['content-type']?.includes('json')
        const body = isJson ? JSON.parse(answer) : undefined
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answer, body })
      })
        .on('error', reject)
        .end(text)
    })
  }

  return {
    get: (path: string, call: SiteCall = {}) => ask('GET', path, undefined, call),
    async post(path: string, body: unknown, call: SiteCall = {}, project = 'acme'): Promise<SiteAnswer> {
      const text = JSON.stringify(body)
      const lkb = createHash('sha256').update(text).digest('base64url')
      const { token } = call
      const url = `${frameUrl}${path.replace(/\?.*/, '')}`
      const dpop = await prover({ method: 'POST', url, token, now: Date.now(), claims: { lkb } })
      const headers = {
        ...{ origin: frameUrl, dpop, 'content-type': 'application/json' },
        ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
        ...call.headers,
      }
      const query = path.includes('?') ? '&' : '?'
      return ask('POST', `${path}${query}projectId=${project}`, text, { ...call, headers })
    },
  }
}
