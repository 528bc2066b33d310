import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameUrl, otherThan, page, startLogin } from '../../testing/startLogin.js'
import { isMailAddress, mailboxOf, plainMailAddress } from './mailAddress.js'

type Started = Awaited<ReturnType<typeof startLogin>>
let started: Started
beforeAll(async () => {
  started = await startLogin()
})
afterAll(() => started.login.close())

const long = 'a'.repeat(64)
/** Texts that are no address to which a code is sent. */
const hostile: readonly unknown[] = [
  // Not addresses.
  ...[
    '',
    ' ',
    'a',
    '@',
    'a@',
    '@b',
    'a@b',
    'a@b.',
    'a@.b',
    'a@b..example',
    'a.example',
    'a@@b.example',
    'a@b@c.example',
  ],
  ...[
    '.a@b.example',
    'a.@b.example',
    'a..b@c.example',
    'a@-b.example',
    'a@b-.example',
    'a@b.e',
    'a@b.1',
    'a b@c.example',
  ],
  ...[
    ' a@b.example',
    'a@b.example ',
    'a@b .example',
    '\ta@b.example',
    'mailto:a@b.example',
    'a@b.example?subject=x',
  ],
  // Too long.
  ...[
    `${long}a@b.example`,
    `a@${'b'.repeat(250)}.example`,
    `${'a'.repeat(400)}`,
    `${'a'.repeat(400)}@b.example`,
    'x'.repeat(60_000),
  ],
  // Lines, which would begin a header or a command.
  ...[
    'a@b.example\r\nBcc: eve@evil.example',
    'a@b.example\nBcc: eve@evil.example',
    'a@b.example\rBcc: eve@evil.example',
  ],
  ...[
    'a\r\n@b.example',
    'a@b.example\r\n.\r\n',
    'a@b.example%0d%0aBcc:x',
    'a@b.example\u2028',
    'a@b.example\u0085',
    'a\u000bb@c.example',
  ],
  ...[
    'a@b.example>\r\nRCPT TO:<eve@evil.example',
    '<a@b.example>',
    'A <a@b.example>',
    '"A" <a@b.example>',
    'a@b.example (c)',
  ],
  // Several recipients.
  ...[
    'a@b.example,c@d.example',
    'a@b.example;c@d.example',
    'a@b.example c@d.example',
    'a@b.example, c@d.example',
    'g: a@b.example;',
  ],
  ...['a%c@b.example', 'a!b@c.example', '@hop.example:a@b.example', 'a@b.example@c.example'],
  // Quoted, commented and literal.
  ...[
    '"a b"@c.example',
    '"a@x"@c.example',
    '"\\""@c.example',
    'a(b)@c.example',
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a@127.0.0.1',
  ],
  ...[
    'a\\@b.example',
    'a\\b@c.example',
    '`id`@b.example',
    '$(id)@b.example',
    "' or '1'='1@b.example",
    '../../etc@b.example',
    '|cat@b.example',
  ],
  // Encoded words, which a mail program reads as other text.
  ...['=?utf-8?q?=61?=@b.example', 'a=?b@c.example'],
  // NUL, control and formatting signs.
  ...[
    'a\0@b.example',
    'a@b.example\0',
    'a@b\0.example',
    '\u0001a@b.example',
    'a\u007f@b.example',
    'a\u200b@b.example',
  ],
  ...['a\u202e@b.example', 'a@b\u00ad.example', '\ufeffa@b.example', 'a@b.example\ud800'],
  // Not ASCII: look-alikes, and names that would need another spelling.
  ...[
    'ann@exаmple.com',
    'ann@ехample.com',
    'аnn@b.example',
    'ann@bücher.example',
    'ann@xn--a.example',
    'ann@xn--abc-.example',
    'ann@xn--.example',
    'ann@xn---.example',
    'ann@xn--example.xn--example',
    'ann@bcher--kva.example',
    // "a" and a mark that joins nothing.
    'ann@xn--a-ugn.example',
    'ann@例え.jp',
  ],
  ...[
    'ann@b。example',
    'ann@b．example',
    'ａnn@b.example',
    '\u212aate@b.example',
    'ann@\u212aite.example',
    '\u017fam@b.example',
    'ann@ﬁ.example',
  ],
  ...['ann@ⓔxample.com', 'ann＠b.example', 'ı@b.example', 'İ@b.example', 'e\u0301@b.example'],
  // Markup.
  ...['<script>@b.example', 'a@b.example<script>', 'a&<b@c.example', 'a@b.example"onload="x'],
  // Other types.
  ...[null, undefined, 0, true, {}, [], ['a@b.example'], { toString: 'a@b.example' }],
]

test('there are at least 97 of them, all different', () => {
  expect(new Set(hostile.map((one) => JSON.stringify(one) ?? 'undefined')).size).toBe(hostile.length)
  expect(hostile.length).toBeGreaterThanOrEqual(97)
})

test.each(hostile.map((email) => [JSON.stringify(email)?.slice(0, 60) ?? 'undefined', email]))(
  'error: %s gets no mail',
  async (_, email) => {
    const { call, mails } = started
    const answer = await call('email', { email, host: page })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toEqual({
      code: 'INVALID_BODY',
      message: 'The body is not valid',
      details: 'email',
    })
    expect(mails).toEqual([])
  },
)

test('none of them is in the log', () => {
  const text = started.lines.join('')
  for (const email of hostile)
    if (typeof email === 'string' && email.length > 5) expect(text).not.toContain(email)
})

test.each([
  'ann@mail.example',
  "o'connor@b.example",
  'r&d/team=a?b@c.example',
  'a.b+c_d-e@sub.mail-1.example',
  `${long}@b.example`,
  'ANN@Mail.Example',
  'ann@xn--bcher-kva.example',
  'Ann@XN--E1AFMKFD.xn--p1ai',
  'ann@mail.xn----7sbb4ac0ad0be6cf.xn--p1ai',
  'ann@xn--80ak6aa92e.example',
])('%s gets one', async (email) => {
  expect(isMailAddress(email)).toBe(true)
  started.clock.advance(86_400_000)
  expect((await started.call('email', { email, host: page })).status).toBe(200)
  expect((await started.mailTo(plainMailAddress(email))).to).toBe(email.toLowerCase())
})

test.each([
  ['Ann@Mail.example', 'ann@mail.example'],
  ['a.n.n+shop@mail.example', 'a.n.n@mail.example'],
  ['a.n.n+shop@gmail.com', 'ann@gmail.com'],
  ['ann+a+b@googlemail.com', 'ann@gmail.com'],
  ['+x@mail.example', '@mail.example'],
])('mails to %s count for %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test('wrong codes for another address of the same mailbox lock nobody out', async () => {
  const { begin, call, clock } = started
  for (let code = 0; code < 4; code++) {
    const begun = await begin('victim+other@mail.example')
    for (let one = 0; one < 5; one++) await call('code', { ...begun, code: otherThan(begun.code) })
    clock.advance(20 * 60_000)
  }
  expect((await call('code', await begin('victim@mail.example'))).body).toHaveProperty('token')
})

test('error: a body that is no JSON, too large, or no object', async () => {
  const { app, proofFor } = started
  const path = '/auth/v1/login/email'
  for (const [text, status] of [
    ['{', 400],
    ['[]', 400],
    ['"a@b.example"', 400],
    [`{"email":"${'x'.repeat(70_000)}"}`, 413],
    [`{"email":"a@b.example","host":"${page}","__proto__":{"host":1}}`, 400],
  ] as const) {
    const headers = { dpop: await proofFor(path, text, {}) }
    const answer = await app.request(`${frameUrl}${path}?projectId=acme`, {
      method: 'POST',
      headers,
      body: text,
    })
    expect([text.slice(0, 20), answer.status]).toEqual([text.slice(0, 20), status])
  }
})
