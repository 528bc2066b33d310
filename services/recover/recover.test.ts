import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kitAsText, printKit } from '../site/vault/kit/printKit.js'
import { makeTestKit, type TestKit } from '../site/vault/testing/makeTestKit.js'
import { buildRecover } from './build.mjs'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-recover-'))
let made: TestKit
beforeAll(async () => {
  await buildRecover(folder)
  // The words `abandon … about`, whose accounts are well known.
  made = await makeTestKit(new Uint8Array(16))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program where nothing of this repository is. */
function run(args: readonly string[], input = '') {
  return spawnSync(process.execPath, [join(folder, 'recover.js'), ...args], {
    input,
    cwd: folder,
    encoding: 'utf8',
    env: {},
  })
}

describe('the program', () => {
  const shown = `Made on:              2026-02-03
Address (EVM):        0x9858EfFD232B4033E47d90003D41EC34EcaEda94
Address (Solana):     HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk
12 words:             abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about
Private key (EVM):    0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727
`

  test('opens a kit’s file with the words', () => {
    const file = join(folder, 'kit.json')
    writeFileSync(file, JSON.stringify(made.kit, null, 2))
    const { stdout, status } = run([file], `${made.words.join(' ')}\n`)
    expect(stdout).toContain(shown)
    expect(stdout).toMatch(/Private key \(Solana\): {1}[1-9A-HJ-NP-Za-km-z]{87,88}\n$/)
    expect(status).toBe(0)
  })

  test('opens the lines of a print from standard input', () => {
    const texts = { title: 'Recovery kit', words: 'Words', file: 'File' }
    const { lines } = printKit(made.kit, made.words)
    expect(kitAsText(printKit(made.kit, made.words), texts)).toContain(lines[0])
    const { stdout } = run(['-'], `${lines.join('\n')}\n\n${made.words.join(' ')}\n`)
    expect(stdout).toContain(shown)
  })

  test('says what is wrong, and shows nothing', () => {
    const file = join(folder, 'kit.json')
    const wrong = run([file], `${made.words.slice(1).join(' ')}\n`)
    expect(wrong.stderr).toContain('a kit has 24 words, these are 23')
    expect([wrong.stdout, wrong.status]).toEqual(['', 1])
    expect(run([]).stdout).toContain('Usage')
    expect(run([join(folder, 'nothing')], '\n').status).toBe(1)
  })
})

describe('the page', () => {
  test('is one file that allows its own script and style, and no connection', () => {
    const html = readFileSync(join(folder, 'recover.html'), 'utf8')
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
    const script = html.slice(html.indexOf('<script>') + 8, html.lastIndexOf('</script>'))
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
    )
    // Neither another file nor a style or handler in an attribute, which the policy would not allow.
    expect(html.replace(script, '')).not.toMatch(/\s(src|href|style|on\w+)=/)
    const [opener] = /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|localStorage|indexedDB/.exec(script) ?? []
    expect(opener).toBeUndefined()
  })

  test('the same sources give the same bytes', async () => {
    const other = mkdtempSync(join(folder, 'again-'))
    await buildRecover(other)
    for (const name of ['recover.html', 'recover.js'])
      expect(readFileSync(join(other, name), 'utf8') === readFileSync(join(folder, name), 'utf8')).toBe(true)
  })
})
