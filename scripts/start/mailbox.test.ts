import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from './mailbox.mjs'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, most: 5 })
})
afterAll(() => mailbox.close())

async function send(mail: object) {
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const transport = createTransport({ host: hostname, port: Number(port) })
  await transport.sendMail({ from: 'Acme <login@acme.example>', to: 'Ann@mail.example', ...mail })
}

test('a mail is read back: its texts in any encoding, and its subject', async () => {
  await send({
    subject: 'Schlüssel für 銀行 and a long tail that needs a second line of the header to be told',
    text: `Grüße\n${'long '.repeat(40)}\n= a sign`,
    html: '<p>Grüße & <b>more</b></p>',
  })
  const [message, ...more] = await (await fetch(`${mailbox.url}/messages?to=ann@mail.example`)).json()
  expect(more).toEqual([])
  expect(message).toMatchObject({
    from: 'Acme <login@acme.example>',
    to: 'Ann@mail.example',
    recipients: ['ann@mail.example'],
    subject: 'Schlüssel für 銀行 and a long tail that needs a second line of the header to be told',
    html: '<p>Grüße & <b>more</b></p>',
  })
  expect(message.text.trim()).toBe(`Grüße\n${'long '.repeat(40)}\n= a sign`)
  expect(mailbox.messages('ann@mail.example')).toEqual([message])
  expect(await (await fetch(`${mailbox.url}/messages?to=bob@mail.example`)).json()).toEqual([])
})

test('the page shows mails as text, and their HTML where it can do nothing', async () => {
  await send({ subject: '<script>alert(1)</script>', text: 'plain', html: '<script>alert(1)</script>' })
  const page = await fetch(mailbox.url)
  const text = await page.text()
  expect(text).toContain('&#60;script&#62;')
  expect(text).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const [, frame] = /src="([^"]+)"/.exec(text) ?? []
  const mail = await fetch(`${mailbox.url}${frame}`)
  expect(mail.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  )
  expect(await mail.text()).toBe('<script>alert(1)</script>')
})

test('a page of another name cannot read codes', async () => {
  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(mailbox.url)
    request({ port, host: '127.0.0.1', path: '/messages', headers: { host: 'evil.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
  expect((await fetch(`${mailbox.url}/messages`)).headers.has('access-control-allow-origin')).toBe(false)
})

test('forgets mails when it is told to, and old ones by itself', async () => {
  for (let count = 0; count < 7; count++) await send({ subject: String(count), text: 'x' })
  expect(mailbox.messages()).toHaveLength(5)
  expect(mailbox.messages()[0]?.subject).toBe('6')
  await fetch(`${mailbox.url}/messages`, { method: 'DELETE' })
  expect(mailbox.messages()).toEqual([])
  expect(await (await fetch(mailbox.url)).text()).toContain('No mail yet')
})
