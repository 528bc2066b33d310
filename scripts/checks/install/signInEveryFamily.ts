import { formatSiwxMessage } from '../../../packages/latchkey/src/siwx/message/formatSiwxMessage.js'
import { type Signer, signers } from '../../../packages/latchkey/src/siwx/verify/signers.js'
import { createProver } from '../../../services/src/testing/createProver.js'

const page = 'https://app.example'

/** Signs in at running services with an account of each chain family. Returns a line for each that is refused. */
export async function signInEveryFamily(url: string): Promise<readonly string[]> {
  const problems = await Promise.all(signers.map((signer) => problemOf(url, signer)))
  return problems.filter((problem) => problem !== undefined)
}

async function problemOf(url: string, { chainId, address, sign }: Signer): Promise<string | undefined> {
  const prove = await createProver()
  const nonceAnswer = await fetch(`${url}/auth/v1/nonce`, { headers: { origin: page } })
  const { nonce, token } = (await nonceAnswer.json()) as { readonly nonce: string; readonly token: string }
  const now = Date.now()
  const issuedAt = new Date(now).toISOString()
  const message = formatSiwxMessage({
    ...{ domain: new URL(page).host, uri: page, version: '1' },
    ...{ address, chainId, nonce, issuedAt },
  })
  const endpoint = `${url}/auth/v1/authenticate`
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: page,
      'x-nonce-jwt': `Bearer ${token}`,
      dpop: await prove({ method: 'POST', url: endpoint, now }),
    },
    body: JSON.stringify({ message, signature: await sign(message) }),
  })
  return answer.ok ? undefined : `sign-in on ${chainId}: ${answer.status} ${await answer.text()}`
}
