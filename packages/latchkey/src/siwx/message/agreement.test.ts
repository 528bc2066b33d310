import { Siwe } from 'ox'
import { SiweMessage } from 'siwe'
import { privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { liking, variants } from '../testing.js'
import { SiwxError } from '../verify/SiwxError.js'
import { verifySiwx } from '../verify/verifySiwx.js'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { parseSiwxMessage } from './parseSiwxMessage.js'
import { withRecap } from './recap.js'
import type { SiwxMessage } from './SiwxMessage.js'

// Our messages are read by the libraries that servers use, and what we read, they read.

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const base: SiwxMessage = {
  domain: 'app.example',
  address: account.address,
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756abcd',
  issuedAt: '2026-11-21T10:00:00.000Z',
}

/** What siwe, viem and ox read in a text: the same as we. */
function expectOthersToRead(
  text: string,
  { address, domain, uri, nonce, chainId, issuedAt }: SiwxMessage,
): void {
  const fields = [address, domain, uri, nonce, chainId]
  const bySiwe = new SiweMessage(text)
  expect(bySiwe.prepareMessage()).toBe(text)
  for (const read of [bySiwe, parseSiweMessage(text), Siwe.parseMessage(text)]) {
    expect([read.address, read.domain, read.uri, read.nonce, `eip155:${read.chainId}`]).toEqual(fields)
    expect(new Date(read.issuedAt ?? Number.NaN).getTime()).toBe(Date.parse(issuedAt))
  }
}

/** The lines, one of them another. */
function replaced(lines: readonly string[], index: number, line: string): string[] {
  return lines.map((one, other) => (other === index ? line : one))
}

const messages = variants.map((variant): SiwxMessage => ({ ...base, ...variant }))

test('there are 45 messages, all different', () => {
  expect(new Set(messages.map(formatSiwxMessage)).size).toBeGreaterThanOrEqual(45)
})

describe.each(messages.map((message) => [formatSiwxMessage(message), message] as const))(
  '%s',
  (text, message) => {
    test('is read back as it was', () => {
      expect(parseSiwxMessage(text)).toEqual(message)
    })

    test('is read by siwe, and prints there as the same text', () => {
      const read = new SiweMessage(text)
      expect(read.prepareMessage()).toBe(text)
      expect([read.domain, read.address, read.nonce, `eip155:${read.chainId}`]).toEqual([
        message.domain,
        message.address,
        message.nonce,
        message.chainId,
      ])
    })

    test('is read by viem and ox as the same fields', () => {
      for (const read of [parseSiweMessage(text), Siwe.parseMessage(text)]) {
        expect([read.domain, read.address, read.uri, read.nonce, `eip155:${read.chainId}`]).toEqual([
          message.domain,
          message.address,
          message.uri,
          message.nonce,
          message.chainId,
        ])
        expect(read.issuedAt?.getTime()).toBe(Date.parse(message.issuedAt))
      }
    })
  },
)

test('siwe and ox read a ReCap as its resource and its words', () => {
  const message = withRecap(
    { ...base, statement: 'Welcome.', resources: ['https://a.example'] },
    { att: { 'https://files.example/': { 'crud/read': [{ max: 1 }] } } },
  )
  const text = formatSiwxMessage(message)
  expect(new SiweMessage(text).resources).toEqual(message.resources)
  expect(Siwe.parseMessage(text).statement).toBe(message.statement)
})

test('every single-character mutation of 40 messages is refused, even if all expectations are changed with it', async () => {
  const replacements = ['\n', '\r', ' ', '0', 'a', 'Z', '/', ':', '\u00e9', '']
  for (const [index, message] of messages.slice(0, 40).entries()) {
    const text = formatSiwxMessage(message)
    const signature = await account.signMessage({ message: text })
    if (message.scheme === undefined || message.scheme.startsWith('http')) {
      await expect(verifySiwx({ message: text, signature, expected: liking(message) })).resolves.toBeDefined()
    }
    const mutations = Array.from(text, (character, position) => {
      const replacement = replacements[(position + index) % replacements.length] ?? ''
      const next = replacement === character ? '~' : replacement
      return text.slice(0, position) + next + text.slice(position + 1)
    })
    for (const mutation of mutations) {
      expect(mutation).not.toBe(text)
      const read = parseSiwxMessage(mutation)
      if (read === undefined) continue
      // What is read prints as itself, so a text that differs is a different message.
      expect(formatSiwxMessage(read)).toBe(mutation)
      expect(read).not.toEqual(message)
      expectOthersToRead(mutation, read)
      const refusal = await verifySiwx({ message: mutation, signature, expected: liking(read) }).catch(
        (error: unknown) => error,
      )
      expect(refusal).toBeInstanceOf(SiwxError)
    }
  }
}, 30_000)

describe('200 texts that are not messages', () => {
  const text = formatSiwxMessage({
    ...base,
    statement: 'Sign in.',
    expirationTime: '2026-11-21T11:00:00Z',
    notBefore: '2026-11-21T09:00:00Z',
    requestId: 'r1',
    resources: ['https://app.example/a'],
  })
  const lines = text.split('\n')
  const without = lines.map((_, index) => lines.filter((_, other) => other !== index).join('\n'))
  const doubled = lines.map((line, index) =>
    [...lines.slice(0, index), line, ...lines.slice(index)].join('\n'),
  )
  const blankBefore = lines.map((_, index) =>
    [...lines.slice(0, index), '', ...lines.slice(index)].join('\n'),
  )
  const spaceBefore = lines.map((line, index) => replaced(lines, index, ` ${line}`).join('\n'))
  const spaceAfter = lines.map((line, index) => replaced(lines, index, `${line} `).join('\n'))
  const returned = lines.map((line, index) => replaced(lines, index, `${line}\r`).join('\n'))
  const upper = lines
    .map((line, index) => replaced(lines, index, line.toUpperCase()).join('\n'))
    .filter((one, index) => one !== text && ![3, 5, lines.length - 1].includes(index))
  const swapped = lines
    .slice(1)
    .map((line, index) => replaced(replaced(lines, index, line), index + 1, lines[index] ?? '').join('\n'))
    .filter((one) => one !== text)
  const fields: readonly (readonly [string, readonly string[]])[] = [
    [
      'app.example wants',
      [
        'app.example/ wants',
        'me@app.example wants',
        'app.example. wants',
        '-app.example wants',
        ' wants',
        'app example wants',
        'app.example:a wants',
        'app.example:123456 wants',
        '[::1] wants',
        '://app.example wants',
        'äpp.example wants',
      ],
    ],
    [
      account.address,
      [
        '0x',
        '',
        account.address.slice(2),
        `${account.address}0`,
        account.address.slice(0, -1),
        account.address.replace('0x', '0X'),
        'vitalik.eth',
        account.address.toLowerCase(),
        `0x${account.address.slice(2).toUpperCase()}`,
        account.address.replace('DA', 'Da'),
        `eip155:1:${account.address}`,
      ],
    ],
    [
      'Ethereum account',
      [
        'ethereum account',
        'Ethereum  account',
        'Dogecoin account',
        'Solana account',
        'Ethereum Account',
        ' account',
      ],
    ],
    [
      'Sign in.',
      [
        'Sign\tin.',
        'Sign in\u2028.',
        'Sign in"',
        'Sign <in>',
        'Sign in\\',
        'Sign {in}',
        'Sign in\u0000',
        'Sign in 100%',
        'Grüße',
        '你好',
        'Sign in`',
        'a^b',
        'a|b',
      ],
    ],
    [
      'URI: https://app.example/login',
      [
        'URI: ',
        'URI: /login',
        'URI: https://app.example/a b',
        'URI: https://app.example/%',
        'URI: https://app.example/%0',
        'URI: https://app.example/<x>',
        'URI: https://app.example/"',
        'URI: 1ttps://x',
        'URI:https://app.example/login',
        'Uri: https://app.example/login',
        'URI: https://app.example/#a#b',
        'URI: ://x',
        'URI: https://app.example/{x}',
        'URI: https://app.example/\\x',
        'URI: https://[::1]/',
        'URI: https://app.example:port/',
        'URI: https://app:example:80/',
        'URI: https://:app.example/login',
      ],
    ],
    ['Version: 1', ['Version: 2', 'Version: 1.0', 'Version: 01', 'Version: ', 'Version: one', 'version: 1']],
    [
      'Chain ID: 1',
      [
        'Chain ID: 0',
        'Chain ID: 01',
        'Chain ID: 0x1',
        'Chain ID: -1',
        'Chain ID: 1.5',
        'Chain ID: ',
        'Chain ID: eip155:1',
        'Chain ID: 99999999999999999',
        'Chain Id: 1',
        'Chain ID: one',
        'Chain ID: 1e3',
      ],
    ],
    [
      'Nonce: 32891756abcd',
      [
        'Nonce: ',
        'Nonce: 1234567',
        'Nonce: 1234-5678',
        'Nonce: 1234 5678',
        'Nonce: 12345678é',
        `Nonce: ${'a'.repeat(129)}`,
        'nonce: 32891756abcd',
        'Nonce: 0x_12345678',
      ],
    ],
    [
      'Issued At: 2026-11-21T10:00:00.000Z',
      [
        'Issued At: ',
        'Issued At: 2026-11-21',
        'Issued At: 2026-11-21T10:00:00',
        'Issued At: 2026-11-21 10:00:00Z',
        'Issued At: 2026-11-21t10:00:00Z',
        'Issued At: 2026-11-21T10:00:00z',
        'Issued At: 2026-13-21T10:00:00Z',
        'Issued At: 2026-11-31T10:00:00Z',
        'Issued At: 2026-02-29T10:00:00Z',
        'Issued At: 2026-11-21T24:00:00Z',
        'Issued At: 2026-11-21T10:60:00Z',
        'Issued At: 2026-11-21T10:00:60Z',
        'Issued At: 2026-11-21T10:00:00.Z',
        'Issued At: 2026-11-21T10:00Z',
        'Issued At: 2026-11-21T10:00:00+0000',
        'Issued At: 2026-11-21T10:00:00+24:00',
        'Issued At: 1795255200',
        'Issued At: Sat, 21 Nov 2026 10:00:00 GMT',
        'Issued At: 0000-01-01T00:00:00Z',
        'Issued At: 26-11-21T10:00:00Z',
        'Issued At: +002026-11-21T10:00:00Z',
        'issued At: 2026-11-21T10:00:00.000Z',
      ],
    ],
    [
      'Expiration Time: 2026-11-21T11:00:00Z',
      [
        'Expiration Time: ',
        'Expiration Time: never',
        'Expiration Time: 2026-11-21',
        'Expires At: 2026-11-21T11:00:00Z',
      ],
    ],
    [
      'Not Before: 2026-11-21T09:00:00Z',
      ['Not Before: ', 'Not Before: now', 'Not before: 2026-11-21T09:00:00Z'],
    ],
    [
      'Request ID: r1',
      [
        'Request ID: ',
        'Request ID: a/b',
        'Request ID: a b',
        'Request ID: a?b',
        'Request ID: a%',
        'Request Id: r1',
      ],
    ],
    [
      '- https://app.example/a',
      [
        'https://app.example/a',
        '-https://app.example/a',
        '- ',
        '- a',
        '* https://app.example/a',
        '- https://app.example/a\n',
        '- https://app.example/a\nmore',
        `- https://app.example/a${'\n- https://a.b'.repeat(64)}`,
      ],
    ],
  ]
  const changed = fields.flatMap(([from, others]) => others.map((to) => text.replace(from, () => to)))
  const whole = [
    '',
    '\n',
    ` ${text}`,
    `${text}\n`,
    `${text} `,
    `\uFEFF${text}`,
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', ' '),
    `${text}\n\n`,
    `${text}${'\n- https://a.example'.repeat(600)}`,
  ]
  const all = [
    ...new Set([
      ...without,
      ...doubled,
      ...blankBefore,
      ...spaceBefore,
      ...spaceAfter,
      ...returned,
      ...upper,
      ...swapped,
      ...changed,
      ...whole,
    ]),
  ]
    // A message without its optional lines is a message, or with a resource twice; a blank may end a statement.
    .filter((one) => ![3, 10, 11, 12, lines.length - 1].some((index) => one === without[index]))
    .filter(
      (one) => one !== doubled.at(-1) && one !== spaceBefore[3] && one !== spaceAfter[3] && one !== upper[0],
    )

  test('are at least 200', () => {
    expect(all.length).toBeGreaterThanOrEqual(200)
  })

  test.each(all)('%j', (one) => {
    expect(parseSiwxMessage(one)).toBeUndefined()
  })
})
