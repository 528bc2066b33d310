import { describe, expect, test } from 'vitest'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { parseSiwxMessage } from '../message/parseSiwxMessage.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { liking, variants } from '../testing.js'
import { SiwxError } from './SiwxError.js'
import { type Signer, signers } from './signers.js'
import { verifySiwx } from './verifySiwx.js'

// Every form of message, signed by each chain family: read, verified, and refused once one character of it is another.

// Only pages sign in: their schemes are two.
const messages = variants.filter(
  ({ chainId, scheme = 'https' }) => chainId === undefined && /^https?$/.test(scheme),
)

test('there are 45 forms of message', () => {
  expect(messages.length).toBeGreaterThanOrEqual(45)
})

describe.each(signers.map((signer) => [signer.chainId, signer] as const))('%s', (chainId, signer) => {
  test.each(messages)('%j', async (variant) => {
    const message = { ...base(signer), ...variant }
    const text = formatSiwxMessage(message)
    expect(parseSiwxMessage(text)).toEqual(message)
    const signature = await signer.sign(text)
    const { account } = await verifySiwx({ message: text, signature, expected: liking(message) })
    expect(account).toBe(`${chainId}:${signer.address}`)

    const position = text.indexOf('Nonce: ') + 'Nonce: '.length
    const changed = `${text.slice(0, position)}${text[position] === 'x' ? 'y' : 'x'}${text.slice(position + 1)}`
    const refusal = await verifySiwx({ message: changed, signature, expected: liking(message) }).catch(
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(SiwxError)
    expect(refusal).toMatchObject({ reason: 'SIGNATURE_INVALID' })
  })
})

function base({ chainId, address }: Signer): SiwxMessage {
  return {
    domain: 'app.example',
    address,
    uri: 'https://app.example/login',
    version: '1',
    chainId,
    nonce: '32891756abcd',
    issuedAt: '2026-11-21T10:00:00.000Z',
  }
}
