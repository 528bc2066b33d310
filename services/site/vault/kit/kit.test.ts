import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { random } from '../bytes.js'
import { makeTestKit } from '../testing/makeTestKit.js'
import { kitWordsOf, readKitWords } from './kitWords.js'
import { openKit, revealWallet } from './openKit.js'
import { kitAsText, printKit, readKit } from './printKit.js'

const texts = { title: 'Recovery kit', words: 'The words:', file: 'The file:' }

describe('a kit', () => {
  test('opens with its words, without anything else', async () => {
    const { kit, words, entropy } = await makeTestKit()
    const contents = await openKit(kit, readKitWords(words.join(' ')))
    expect(contents.entropy).toEqual(entropy)
    const revealed = await revealWallet(contents.entropy)
    expect(revealed.words).toBe(entropyToMnemonic(entropy, wordlist))
    expect(revealed.addresses).toEqual(kit.addresses)
    expect(mnemonicToAccount(revealed.words).address).toBe(kit.addresses.eip155)
  })

  test('the words of a wallet that is locked meanwhile are its own all the same', async () => {
    const { entropy, kit } = await makeTestKit()
    const held = entropy.slice()
    const revealing = revealWallet(held)
    held.fill(0)
    const { words, addresses } = await revealing
    expect([words, addresses]).toEqual([entropyToMnemonic(entropy, wordlist), kit.addresses])
  })

  test('does not open with the words of another kit', async () => {
    const [first, second] = [await makeTestKit(), await makeTestKit()]
    await expect(openKit(first.kit, readKitWords(second.words.join(' ')))).rejects.toMatchObject({
      code: 'wrong-secret',
    })
  })

  test('its words are 24, and none of the wallet’s', async () => {
    const { kit, words, entropy } = await makeTestKit()
    expect(words).toHaveLength(24)
    // A word alone may be one of the file's own text.
    expect(JSON.stringify(kit)).not.toContain(words.slice(0, 2).join(' '))
    expect(words.join(' ')).not.toContain(entropyToMnemonic(entropy, wordlist))
  })

  test('a change anywhere in its file is found', async () => {
    const { kit, words } = await makeTestKit()
    const secret = readKitWords(words.join(' '))
    const paths = ['project', 'wallet', 'addresses.eip155', 'addresses.solana', 'vault.iv', 'vault.text']
    const ofSlot = ['id', 'publicKey', 'locked.iv', 'locked.text', 'sealed.enc', 'sealed.text']
    for (const path of [...paths, ...ofSlot.map((name) => `slot.${name}`)]) {
      const changed = structuredClone(kit)
      const names = path.split('.')
      const last = names.pop() ?? ''
      const owner = names.reduce<unknown>(
        (value, name) => (value as { [name: string]: unknown })[name],
        changed,
      ) as { [name: string]: string }
      const text = owner[last] ?? ''
      owner[last] = text.slice(0, 1) + (text[1] === 'A' ? 'B' : 'A') + text.slice(2)
      const error: unknown = await openKit(changed, secret).catch((error) => error)
      expect(error, path).toMatchObject({ code: expect.stringMatching(/^(damaged|wrong-secret)$/) })
    }
    for (const change of [{ epoch: 2 }, { version: 2 }])
      await expect(openKit({ ...kit, ...change }, secret)).rejects.toMatchObject({ code: 'damaged' })
  })
})

describe('readKitWords', () => {
  test('reads what kitWordsOf writes, however it is typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
        const words = kitWordsOf(secret)
        expect(readKitWords(words.join(' '))).toEqual(secret)
        expect(
          readKitWords(words.map((word, index) => `${index + 1}. ${word.toUpperCase()}`).join('\n')),
        ).toEqual(secret)
        expect(readKitWords(`  ${words.join(' , ')}.\n`)).toEqual(secret)
      }),
    )
  })

  test('says what is wrong', () => {
    const words = kitWordsOf(random(32))
    expect(() => readKitWords(words.slice(1).join(' '))).toThrow('a kit has 24 words, these are 23')
    expect(() => readKitWords([...words.slice(0, 4), 'xyzzy', ...words.slice(5)].join(' '))).toThrow(
      'word 5 is none of the list',
    )
    expect(() => readKitWords(words.map(() => words[0]).join(' '))).toThrow('one may be mistaken')
    expect(() => readKitWords('')).toThrow('these are 0')
  })
})

describe('a printed kit', () => {
  test('is read back from its lines, its code and its file', async () => {
    const { kit, words } = await makeTestKit()
    const printed = printKit(kit, words)
    const { about: _, ...rest } = kit
    const text = kitAsText(printed, texts)
    expect(readKit(text)).toEqual(rest)
    expect(readKit(printed.code)).toEqual(rest)
    expect(readKit(JSON.stringify(kit, null, 2))).toEqual(kit)
    expect(readKitWords(text.slice(text.indexOf('The words:') + 10, text.indexOf('The file:')))).toHaveLength(
      32,
    )
    expect(text.split('\n').every((line) => line.length <= 80)).toBe(true)
  })

  test('a line that was mistyped or left out is named', async () => {
    const { kit, words } = await makeTestKit()
    const { lines } = printKit(kit, words)
    const mistyped = lines.map((line, index) =>
      index === 4 ? line.replace(/ (.)/, (_, one) => ` ${one === 'x' ? 'y' : 'x'}`) : line,
    )
    expect(() => readKit(mistyped.join('\n'))).toThrow('line 05 is mistaken')
    expect(() => readKit(lines.filter((_, index) => index !== 7).join('\n'))).toThrow('line 08 is missing')
    expect(() => readKit(lines.slice(0, -1).join('\n'))).toThrow()
    expect(() => readKit('nothing of a kit')).toThrow('this is no kit')
    expect(() => readKit('{"latchkey":"kit/1"}')).toThrow('this is no kit')
    expect(() => readKit('{')).toThrow('no JSON')
  })
})
