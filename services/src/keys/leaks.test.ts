import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveAccounts } from '../../site/vault/accounts.js'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { kitWordsOf } from '../../site/vault/kit/kitWords.js'
import { revealWallet } from '../../site/vault/kit/openKit.js'
import { unlockWallet } from '../../site/vault/unlockWallet.js'
import { createFullWallet, testPassword } from '../testing/keys/createFullWallet.js'
import { dumpTables, openTables } from '../testing/keys/readTables.js'
import { startTestKeys } from '../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'
import type { Slots } from './store/slots.js'
import { createSlots } from './store/slots.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-leaks-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** The forms in which bytes could stand somewhere. */
function formsOf(bytes: Uint8Array): readonly string[] {
  const buffer = Buffer.from(bytes)
  const base64 = buffer.toString('base64').replace(/=+$/, '')
  // In a longer text, base64 begins at any of three places; the middle is the same from there.
  const shifted = [1, 2].map((skip) =>
    buffer.subarray(skip).toString('base64').replace(/=+$/, '').slice(0, -2),
  )
  return [
    buffer.toString('hex'),
    ...[base64, ...shifted].flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
    [...buffer].join(','),
  ]
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('a copy of the database, the log and the answers show none of 12 canaries', async () => {
    const directory = mkdtempSync(join(folder, 'keys-'))
    const place = { directory, databaseUrl: kind === 'postgres' ? postgres.url : undefined }
    const keys = await startTestKeys({ ...place, settings: { logLevel: 'debug' } })
    const wallet = await createFullWallet(keys, { user: 'anna@mail.example' })
    const { session, opened, authenticator, kitSecret, slotOf } = wallet
    await unlockWallet(session, { type: 'passkey', ask: authenticator.ask })
    await unlockWallet(session, { type: 'password', password: testPassword })
    const label = 'Anna’s own telephone'
    const { opened: last } = await changeWallet(session, opened, {
      add: [{ type: 'password', label, password: `${testPassword} 2` }],
      isRotating: true,
    })
    await keys.keys.checkpoint()

    const { entropy } = last.contents
    const accounts = await deriveAccounts(entropy)
    const revealed = await revealWallet(entropy)
    const prf = await authenticator.ask({
      challenge: '',
      rpId: 'wallet.example',
      credentials: [
        {
          credentialId: slotOf('passkey').credentialId ?? '',
          salt: new Uint8Array(Buffer.from(slotOf('passkey').salt ?? '', 'base64url')),
        },
      ],
    })
    const tables = await openTables(place)
    const slots: Slots = createSlots(tables.wallets, {
      keys: keys.dataKeys,
      now: () => 0,
      step: () => undefined,
    })
    const account = { project: 'acme', user: 'anna@mail.example', wallet: last.place.wallet }
    const rowOf = async (type: string) =>
      (await slots.list(account)).find((row) => row.type === type) ?? expect.fail(type)
    const canaries: { readonly [name: string]: readonly string[] } = {
      'the words': [entropyToMnemonic(entropy, wordlist), ...revealed.words.split(' ').slice(0, 3)],
      'the entropy': formsOf(entropy),
      'the vault key': formsOf(last.vaultKey),
      'the eip155 key': [...formsOf(accounts.eip155), revealed.privateKeys.eip155],
      'the solana key': [...formsOf(accounts.solana), revealed.privateKeys.solana],
      'the half of a device': formsOf(await slots.openHalf(account, await rowOf('device'))),
      'the half of a passkey': formsOf(await slots.openHalf(account, await rowOf('passkey'))),
      'the key that evaluates passwords': formsOf(
        await slots.openEvaluator(account, await rowOf('password')),
      ),
      'the password': [testPassword, ...formsOf(Buffer.from(testPassword))],
      'the words of the kit': [kitWordsOf(kitSecret).join(' '), ...formsOf(kitSecret)],
      'what the authenticator gives': formsOf(prf.prf),
      'the name of a device': [label, ...formsOf(Buffer.from(label))],
    }
    await tables.close()

    const dump = await dumpTables(place)
    const files = kind === 'sqlite' ? readdirSync(directory).filter((name) => /\.db(-wal)?$/.test(name)) : []
    expect(files.length > 0).toBe(kind === 'sqlite')
    const places = {
      dump,
      log: keys.lines.join(''),
      ...Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), 'latin1')])),
    }
    // The addresses and the e-mail address are no secrets; a copy of the database has them no more than the rest.
    const quiet = { ...canaries, addresses: [revealed.addresses.eip155, revealed.addresses.solana] }
    for (const [where, text] of Object.entries(places)) {
      expect(text.length).toBeGreaterThan(100)
      for (const [name, forms] of Object.entries(quiet)) {
        // Three common words of English may stand in a log by chance.
        const found = forms.filter((form) => form.length > 9 && text.includes(form))
        expect(found, `${name} in ${where}`).toEqual([])
      }
    }
    // What travels holds no secret of the client either. Labels and addresses are its own.
    const travelled = keys.exchanges.map(({ body, answer }) => body + answer).join('\n')
    const { 'the name of a device': _, ...secrets } = canaries
    for (const [name, forms] of Object.entries(secrets))
      expect(
        forms.filter((form) => form.length > 9 && travelled.includes(form)),
        name,
      ).toEqual([])
    expect(Object.keys(canaries)).toHaveLength(12)
    await keys.close()

    // The search finds what is there: a label that travels, and a wallet's id that is stored in clear.
    expect(travelled).toContain(label)
    expect(dump).toContain(last.place.wallet)
  })
})
