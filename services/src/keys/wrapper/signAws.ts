import { createHash, createHmac } from 'node:crypto'

export type AwsKey = { readonly id: string; readonly secret: string; readonly session?: string | undefined }

/**
 * Signs a POST to an AWS service (Signature Version 4) and returns all its headers. The query must be empty.
 *
 * @param request.at Epoch milliseconds.
 */
export function signAws(
  { id, secret, session }: AwsKey,
  request: {
    readonly url: string
    readonly region: string
    readonly service: string
    readonly headers: { readonly [name: string]: string }
    readonly body: string
    readonly at: number
  },
): { readonly [name: string]: string } {
  const { url, region, service, body, at } = request
  const { host, pathname } = new URL(url)
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const headers: { [name: string]: string } = {
    ...Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
    ),
    ...(session === undefined ? {} : { 'x-amz-security-token': session }),
    host,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const canonical = [
    'POST',
    pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    signed,
    hash(body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (above, part) => mac(above, part),
    `AWS4${secret}`,
  )
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${mac(key, text).toString('hex')}`,
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function mac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
