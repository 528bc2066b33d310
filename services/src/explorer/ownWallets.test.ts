import { describe, expect, test } from 'vitest'
import { builtInWallets } from './catalogue/catalogue.js'
import { readOwnWallets } from './ownWallets.js'

const builtIn = builtInWallets().map(({ wallet }) => wallet)
const metaMask = builtIn[0]
const read = (...entries: unknown[]) => readOwnWallets(JSON.stringify(entries), builtIn)

/** Returns the lines of the error that reading throws. */
function problemsOf(run: () => unknown): string[] {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  throw new Error('nothing was thrown')
}

describe('readOwnWallets', () => {
  test('adds a wallet of the host', () => {
    const acme = {
      id: 'acme',
      name: 'Acme Wallet',
      homepage: 'https://acme.example/',
      mobile_link: 'acme://',
      chains: ['eip155:1'],
      order: 1,
    }
    expect(read({ ...acme, image: './acme.svg' })).toEqual([
      { wallet: { ...acme, image_id: 'acme', badge_type: 'none' }, image: './acme.svg', isHidden: false },
    ])
  })

  test('a built-in wallet keeps the fields that the entry omits', () => {
    const [own] = read({ id: metaMask?.id, order: 999 })
    expect(own?.wallet).toEqual({ ...metaMask, order: 999 })
  })

  test('a built-in wallet can be hidden', () => {
    expect(read({ id: metaMask?.id, hidden: true })[0]?.isHidden).toBe(true)
  })

  test.each([
    ['no JSON', '[', ['must hold valid JSON']],
    ['no list', '{"id":"a"}', ['must hold a list of wallets']],
  ])('error: %s', (_name, json, problems) => {
    expect(problemsOf(() => readOwnWallets(json, builtIn))).toEqual(problems)
  })

  test('error: each problem has a line with entry and field', () => {
    const ok = { id: 'ok', name: 'Fine' }
    expect(
      problemsOf(() =>
        read(
          ok,
          'text',
          { name: 'No id' },
          { id: 'bad id!', name: 'Bad id' },
          { id: 'a' },
          { id: 'b', name: 'Links', mobile_link: 'javascript:alert(1)', homepage: 'http://b.example' },
          { id: 'c', name: 'Chains', chains: ['eip155:1', 'eip155', 'cosmos:hub'] },
          { id: 'd', name: 'Typing', mobil_link: 'd://', hidden: 'yes', image: 7 },
          { id: 'ok', name: 'Twin' },
          { id: 'e', name: 'Fox', rdns: 'io.metamask' },
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "entry 2: must be an object",
        "entry 3 (No id): id: is missing",
        "entry 4 (Bad id): id: Invalid format: Expected /^[\\w.:-]{1,128}$/ but received "bad id!"",
        "entry 5 (a): name: Invalid key: Expected "name" but received undefined",
        "entry 6 (Links): mobile_link: "javascript:alert(1)" is not one that a client would use",
        "entry 6 (Links): homepage: "http://b.example" is not one that a client would use",
        "entry 7 (Chains): chains: "eip155" is no chain id",
        "entry 8 (Typing): mobil_link: there is no such field",
        "entry 8 (Typing): image: must be the path of a file",
        "entry 8 (Typing): hidden: must be true or false",
        "entry 9 (Twin): id: entry 1 has it already",
        "Fox: rdns: io.metamask is the rdns of MetaMask",
      ]
    `)
  })

  test('an entry may use the rdns of a hidden built-in wallet', () => {
    expect(
      read({ id: metaMask?.id, hidden: true }, { id: 'fork', name: 'Fork', rdns: 'io.metamask' }),
    ).toHaveLength(2)
  })
})
