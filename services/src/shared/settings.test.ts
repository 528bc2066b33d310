import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fallbackText, readSettings, SettingsError, settingsTable, unknownVariables } from './settings.js'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const problems = (environment: { readonly [name: string]: string }) => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)]
  }
}

describe('readSettings', () => {
  test('without variables gives the fallbacks; an empty variable counts as unset', () => {
    expect(readSettings({ LATCHKEY_PORT: '' })).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      relayTopics: 1_000,
    })
  })

  test.each(['notaurl', 'mysql://user:hunter2@host/name', 'postgres://', 'postgres:user:hunter2@host'])(
    'error: %s is no PostgreSQL address, and the message does not repeat its password',
    (value) => {
      expect(problems({ LATCHKEY_DATABASE_URL: value })).toEqual([
        'LATCHKEY_DATABASE_URL must be an address like postgres://user:password@host/name',
      ])
    },
  )

  test('reads every kind of setting', () => {
    expect(
      readSettings({
        LATCHKEY_PORT: '0',
        LATCHKEY_SERVICES: 'relay, explorer',
        LATCHKEY_LOG: 'warn',
        LATCHKEY_TRUSTED_PROXIES: '10.0.0.1,::1',
        LATCHKEY_PROJECTS: '[{"id":"acme","origins":["https://*.acme.example"],"limits":{"relayTopics":5}}]',
        LATCHKEY_RELAY_TTL_MIN: '1',
      }),
    ).toMatchObject({
      port: 0,
      services: ['relay', 'explorer'],
      logLevel: 'warn',
      trustedProxies: ['10.0.0.1', '::1'],
      projects: [{ id: 'acme', origins: ['https://*.acme.example'], limits: { relayTopics: 5 } }],
      relayTtlMinimum: 1,
    })
  })

  test('reads projects from a file', () => {
    const path = join(directory, 'projects.json')
    writeFileSync(path, '[{"id":"acme"}]')
    expect(readSettings({ LATCHKEY_PROJECTS: path }).projects).toEqual([{ id: 'acme' }])
  })

  test('error: all problems are reported at once', () => {
    expect(
      problems({
        LATCHKEY_PORT: '70000',
        LATCHKEY_LOG: 'loud',
        LATCHKEY_SERVICES: 'mail',
        LATCHKEY_HTTP_RATE: '1e3',
      }),
    ).toEqual([
      'LATCHKEY_PORT must be a whole number from 0 to 65535, but is "70000"',
      'LATCHKEY_SERVICES must be a comma-separated list of explorer, relay, analytics, auth, blockchain, frame, but is "mail"',
      'LATCHKEY_LOG must be one of: debug, info, warn, error, silent, but is "loud"',
      'LATCHKEY_HTTP_RATE must be a whole number from 1 to 1000000, but is "1e3"',
    ])
  })

  test.each([
    'LATCHKEY_CHAINS',
    'LATCHKEY_AUTH_RPC_URLS',
    'LATCHKEY_HISTORY_SOURCES',
    'LATCHKEY_SOURCES',
    'LATCHKEY_PRICE_URL',
    'LATCHKEY_DATABASE_URL',
    'LATCHKEY_MAIL_URL',
  ])('error: a problem with %s does not repeat the text, which may hold a key', (variable) => {
    const [problem] = problems({ [variable]: 'eip155:x=htps://rpc.example/SECRETKEY' })
    expect(problem).toMatch(new RegExp(`^${variable} must be `))
    expect(problem).not.toContain('SECRETKEY')
  })

  test.each([
    ['[{"id":"a b"}]', /list of projects \(0\.id: must be 1 to 64/],
    ['[{"id":"a","origins":["https://a/b"]}]', /0\.origins\.0: must be like/],
    ['[{"id":"a","limit":{}}]', /0\.limit/],
    ['[{"id":"a"},{"id":"a"}]', /must not name the project "a" twice/],
    ['[{]', /must hold valid JSON/],
    ['/nowhere/projects.json', /path of a readable file/],
  ])('error: projects %s', (value, message) => {
    expect(problems({ LATCHKEY_PROJECTS: value })).toEqual([expect.stringMatching(message)])
  })

  test('error: contradicting limits', () => {
    expect(problems({ LATCHKEY_RELAY_MESSAGE_SIZE: '2000000' })).toEqual([
      'LATCHKEY_RELAY_MESSAGE_SIZE must not be greater than LATCHKEY_RELAY_FRAME_SIZE, but is 2000000 (LATCHKEY_RELAY_FRAME_SIZE is 1048576)',
    ])
  })
})

describe("the embedded wallet's settings", () => {
  const mail = { LATCHKEY_MAIL_URL: 'smtps://mail.example', LATCHKEY_MAIL_FROM: 'login@acme.example' }

  test.each(['https://wallet.example', 'https://wallet.example:8443', 'http://secure.localhost:4605'])(
    '%s is an origin for the site',
    (value) => expect(readSettings({ LATCHKEY_FRAME_URL: value }).frameUrl).toBe(value),
  )

  test.each([
    'http://wallet.example',
    'https://wallet.example/',
    'wallet.example',
    'ftp://localhost',
    'https://a@b',
  ])('error: %s is none', (value) =>
    expect(problems({ LATCHKEY_FRAME_URL: value })).toEqual([expect.stringMatching(/an https origin/)]),
  )

  test('error: the site needs an origin of its own', () => {
    const origin = 'https://wallet.example'
    expect(problems({ LATCHKEY_FRAME_URL: origin, LATCHKEY_PUBLIC_ORIGINS: origin })).toEqual([
      expect.stringMatching(/^LATCHKEY_FRAME_URL must not be among LATCHKEY_PUBLIC_ORIGINS/),
    ])
  })

  test.each([
    ['login@acme.example', { name: '', address: 'login@acme.example' }],
    ['Acme & Co <login@acme.example>', { name: 'Acme & Co', address: 'login@acme.example' }],
    ['<login@acme.example>', { name: '', address: 'login@acme.example' }],
  ])('%s is a sender', (value, sender) => {
    expect(readSettings({ ...mail, LATCHKEY_MAIL_FROM: value }).mailFrom).toEqual(sender)
  })

  test.each([
    { LATCHKEY_MAIL_FROM: 'login' },
    { LATCHKEY_MAIL_FROM: 'a@b.example, c@d.example' },
    { LATCHKEY_MAIL_FROM: 'A\r\nBcc: x <a@b.example>' },
    { LATCHKEY_MAIL_FROM: 'A <a@b.example' },
    { LATCHKEY_MAIL_URL: 'https://mail.example' },
    { LATCHKEY_MAIL_URL: 'smtp://' },
    { LATCHKEY_MAIL_URL: 'smtp://mail.example/?tls.rejectUnauthorized=false' },
    { LATCHKEY_MAIL_URL: 'smtp://mail.example/path' },
  ])('error: %j', (wrong) => {
    expect(problems({ ...mail, ...wrong })[0]).toMatch(/^LATCHKEY_MAIL_(URL|FROM) must be (like|an address)/)
  })

  test('error: a mail server without a sender', () => {
    expect(problems({ LATCHKEY_MAIL_URL: mail.LATCHKEY_MAIL_URL })).toEqual([
      'LATCHKEY_MAIL_URL and LATCHKEY_MAIL_FROM must be set together',
    ])
  })
})

describe('settingsTable', () => {
  test('every fallback is valid for its own setting', () => {
    for (const { variable, fallback, read } of Object.values(settingsTable)) {
      if (fallback === undefined || Array.isArray(fallback)) continue
      expect([variable, read(String(fallback))]).toEqual([variable, fallback])
    }
  })

  // `npx vitest run --project unit services/src/shared/settings.test.ts -u` updates the file.
  test('SETTINGS.md matches the table', async () => {
    const rows = Object.values(settingsTable).map(
      (setting) => `| \`${setting.variable}\` | ${fallbackText(setting)} | ${setting.meaning} |`,
    )
    const text = [
      '# Settings',
      '',
      'Environment variables of the services, generated from `src/shared/settings.ts`. Sizes are in bytes, times in seconds.',
      '',
      '| Variable | Default | Meaning |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n')
    await expect(text).toMatchFileSnapshot('../../SETTINGS.md')
  })

  test('variables are unique, and each has a meaning', () => {
    const variables = Object.values(settingsTable).map(({ variable }) => variable)
    expect(new Set(variables).size).toBe(variables.length)
    for (const { meaning } of Object.values(settingsTable)) expect(meaning).toMatch(/^[A-Z`].+[.)]$/)
  })
})

describe('unknownVariables', () => {
  test('finds a misspelt setting', () => {
    expect(unknownVariables({ LATCHKEY_PROT: '1', LATCHKEY_PORT: '1', HOME: '/' })).toEqual(['LATCHKEY_PROT'])
  })
})
