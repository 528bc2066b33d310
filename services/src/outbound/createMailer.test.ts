import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { startMailbox } from '../../../scripts/start/mailbox.mjs'
import { createSystemClock } from '../shared/clock.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createMailer, MailError } from './createMailer.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const mail = { to: 'ann@mail.example', subject: 'Your code', text: 'code 123456', html: '<p>123456</p>' }
const mailFrom = { name: 'Acme', address: 'login@acme.example' }
const minute = 60_000

function mailerFor(mailUrl: string, clock = createSystemClock()) {
  const mailer = createMailer({ mailUrl, mailFrom }, clock)
  if (mailer === undefined) throw new Error('no mailer')
  return mailer
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function startSmtp(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const server = new SMTPServer({ logger: false, ...options })
  server.on('error', () => undefined)
  cleanups.push(() => new Promise((resolve) => server.close(() => resolve(undefined))))
  return portOf(server.server)
}

/** Returns why a mail was not sent. */
async function failure(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => new Error('was sent'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

test('hands a mail to the server, from the sender of the settings, as text and HTML', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
  cleanups.push(mailbox.close)
  await mailerFor(mailbox.smtpUrl)(mail, minute)
  expect(mailbox.messages()).toMatchObject([
    {
      from: 'Acme <login@acme.example>',
      to: mail.to,
      recipients: [mail.to],
      subject: mail.subject,
      text: 'code 123456',
    },
  ])
})

test('nothing in a mail adds a header or a recipient, or loads a file', async () => {
  const lines: string[] = []
  const port = await startSmtp({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      lines.push(session.envelope.rcptTo.map(({ address }) => address).join())
      stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
      stream.once('end', () => callback())
    },
  })
  const send = mailerFor(`smtp://127.0.0.1:${port}`)
  await send(
    { ...mail, subject: 'x\r\nBcc: eve@evil.example\r\n\r\nbody', html: '<img src="/etc/passwd">' },
    minute,
  )
  const [recipients, ...parts] = lines
  const text = parts.join('')
  const head = text.slice(0, text.indexOf('\r\n\r\n'))
  expect(recipients).toBe(mail.to)
  expect(head).not.toMatch(/^bcc/im)
  expect(head).toMatch(/^auto-submitted: auto-generated$/im)
  expect(text).not.toContain('root:')
  for (const to of [
    'ann@mail.example>\r\nRCPT TO:<eve@evil.example',
    'ann@mail.example\r\nDATA',
    'a@b.example, c@d.example',
  ])
    await failure(send({ ...mail, to }, minute))
  expect(lines.filter((line) => line.includes('eve@evil.example') && !line.includes('Subject'))).toEqual([])
})

describe('a server that does not take a mail', () => {
  test('is not asked without encryption, unless it is on this machine or the setting says so', async () => {
    const taken: unknown[] = []
    const port = await startSmtp({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream, _, callback) {
        stream.resume().once('end', () => callback())
        taken.push(true)
      },
    })
    // An address of this machine that does not say so.
    await failure(mailerFor(`smtp://0.0.0.0:${port}`)(mail, minute))
    expect(taken).toEqual([])
    await mailerFor(`smtp+plain://0.0.0.0:${port}`)(mail, minute)
    await mailerFor(`smtp://localhost:${port}`)(mail, minute)
    expect(taken).toHaveLength(2)
  })

  test('must have a valid certificate', async () => {
    const port = await startSmtp({ secure: true, disabledCommands: ['AUTH'] })
    const { message } = await failure(mailerFor(`smtps://localhost:${port}`)(mail, minute))
    expect(message).toMatch(/^E(TLS|SOCKET|CONNECTION)/)
  })

  test('that refuses the recipient for good is told apart; neither message repeats an address or a password', async () => {
    const port = await startSmtp({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) =>
        password === 'right' ? callback(null, { user: 'u' }) : callback(new Error(`no: ${password}`)),
      onRcptTo({ address }, _, callback) {
        const code = address.startsWith('later') ? 450 : 550
        callback(Object.assign(new Error(`<${address}> unknown`), { responseCode: code }))
      },
    })
    const url = (password: string) => `smtp://user:${password}@127.0.0.1:${port}`
    const gone = await failure(mailerFor(url('right'))(mail, minute))
    expect([gone.isRefused, gone.message]).toEqual([true, 'EENVELOPE RCPT TO 550'])
    const later = await failure(mailerFor(url('right'))({ ...mail, to: 'later@mail.example' }, minute))
    expect([later.isRefused, later.message]).toEqual([false, 'EENVELOPE RCPT TO 450'])
    const denied = await failure(mailerFor(url('hunter2%40'))(mail, minute))
    expect(denied.message).toMatch(/^EAUTH /)
    expect(denied.message).not.toContain('hunter2')
  })

  test('that is down, or says nothing, fails in time', async () => {
    expect((await failure(mailerFor('smtp://127.0.0.1:9')(mail, minute))).message).toMatch(
      /ECONNREFUSED|ESOCKET|ECONNECTION/,
    )
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    const port = await portOf(silent)
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const clock = createTestClock()
    const waiting = failure(mailerFor(`smtp://127.0.0.1:${port}`, clock)(mail, 3_000))
    clock.advance(3_000)
    expect((await waiting).message).toBe('no answer in time')
  })
})

test('without a server in the settings there is no mailer', () => {
  expect(createMailer({ mailUrl: undefined, mailFrom: undefined }, createSystemClock())).toBeUndefined()
})
