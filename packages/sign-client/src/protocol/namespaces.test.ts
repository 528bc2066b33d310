import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findUnmet,
  grantOf,
  isChainGranted,
  isEventGranted,
  isMethodGranted,
  readProposalNamespaces,
  readSessionNamespaces,
} from './namespaces.js'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const empty = { methods: [], events: [] }

describe('readProposalNamespaces', () => {
  test.each([
    ['nothing', {}],
    ['a family', { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }],
    ['one chain', { 'eip155:10': { methods: ['personal_sign'], events: [] } }],
    ['both forms', { eip155: { chains: ['eip155:1'], ...empty }, 'eip155:10': empty }],
    [
      'a family without methods',
      { solana: { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ...empty } },
    ],
  ])('accepts %s', (_, value) => {
    expect(readProposalNamespaces(value)).toEqual({ value })
  })

  test('drops unknown fields and normalises chains', () => {
    const value = { eip155: { chains: ['eip155:0x1', 'eip155:1'], ...empty, rpcMap: { 1: 'https://x' } } }
    expect(readProposalNamespaces(value)).toEqual({ value: { eip155: { chains: ['eip155:1'], ...empty } } })
  })

  test.each([
    ['no object', 'eip155', 5104],
    ['a list', [], 5104],
    ['a key of no family', { EIP155: { chains: ['eip155:1'], ...empty } }, 5104],
    ['an entry that is no object', { eip155: null }, 5104],
    ['a family without chains', { eip155: empty }, 5100],
    ['chains of another family', { eip155: { chains: ['solana:x'], ...empty } }, 5100],
    ['chains that are none', { eip155: { chains: ['eip155:hub'], ...empty } }, 5100],
    ['a good chain beside a bad one', { eip155: { chains: ['eip155:1', 'eip155:hub'], ...empty } }, 5100],
    ['chains of another chain', { 'eip155:1': { chains: ['eip155:2'], ...empty } }, 5100],
    ['no methods', { eip155: { chains: ['eip155:1'], events: [] } }, 5101],
    ['a method that is no text', { eip155: { chains: ['eip155:1'], methods: [1], events: [] } }, 5101],
    ['no events', { eip155: { chains: ['eip155:1'], methods: [] } }, 5102],
    ['a good entry beside a bad one', { 'eip155:1': empty, solana: empty }, 5100],
    ['65 keys', Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`eip155:${n + 1}`, empty])), 5104],
  ])('refuses %s', (_, value, code) => {
    expect(readProposalNamespaces(value)).toMatchObject({ error: { code } })
  })

  test('a key named __proto__ changes no prototype', () => {
    expect(
      readProposalNamespaces(JSON.parse('{"__proto__":{"chains":[],"methods":[],"events":[]}}')),
    ).toMatchObject({
      error: { code: 5104 },
    })
  })
})

describe('readSessionNamespaces', () => {
  test('normalises the chains of accounts', () => {
    const value = { eip155: { accounts: [`eip155:0x1:${address}`, `eip155:1:${address}`], ...empty } }
    expect(readSessionNamespaces(value)).toEqual({
      value: { eip155: { accounts: [`eip155:1:${address}`], ...empty } },
    })
  })

  test('keeps valid chains, once and normalised', () => {
    const value = { eip155: { accounts: [], chains: ['eip155:0x1', 'eip155:1', 'eip155:10'], ...empty } }
    expect(readSessionNamespaces(value)).toEqual({
      value: { eip155: { accounts: [], chains: ['eip155:1', 'eip155:10'], ...empty } },
    })
  })

  test('normalises a key that is a chain', () => {
    const value = { 'eip155:0x1': { accounts: [`eip155:1:${address}`], ...empty } }
    expect(readSessionNamespaces(value)).toEqual({ value: { 'eip155:1': value['eip155:0x1'] } })
  })

  test('drops invalid chains', () => {
    const value = { eip155: { accounts: [], chains: ['nonsense'], ...empty } }
    expect(readSessionNamespaces(value)).toEqual({ value: { eip155: { accounts: [], ...empty } } })
  })

  test.each([
    ['no accounts', { eip155: empty }, 5103],
    ['an account of another family', { eip155: { accounts: ['solana:x:y'], ...empty } }, 5103],
    ['an account on another chain', { 'eip155:10': { accounts: [`eip155:1:${address}`], ...empty } }, 5103],
    ['an account without an address', { eip155: { accounts: ['eip155:1'], ...empty } }, 5103],
    ['an address with a script', { eip155: { accounts: ['eip155:1:<script>'], ...empty } }, 5103],
    ['no methods', { eip155: { accounts: [], events: [] } }, 5101],
    ['events that are no list', { eip155: { accounts: [], methods: [], events: 'all' } }, 5102],
  ])('refuses %s', (_, value, code) => {
    expect(readSessionNamespaces(value)).toMatchObject({ error: { code } })
  })

  test('never throws for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readSessionNamespaces(value)
        readSessionNamespaces({ eip155: value })
        readProposalNamespaces({ eip155: value })
      }),
    )
  })
})

const mixed = {
  eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: ['chainChanged'] },
  'eip155:10': { accounts: [`eip155:10:${address}`], methods: ['eth_sendTransaction'], events: ['message'] },
}

describe('a namespace at its limits', () => {
  const names = (length: number) => Array.from({ length }, (_, n) => `name${n}`)
  const chains = (length: number) => Array.from({ length }, (_, n) => `eip155:${n + 1}`)
  const codeOf = (reading: object) =>
    'error' in reading ? (reading.error as { code: number }).code : undefined

  test.each([
    ['keys', 64, (count: number) => Object.fromEntries(chains(count).map((key) => [key, empty])), 5104],
    ['chains', 512, (count: number) => ({ eip155: { ...empty, chains: chains(count) } }), 5100],
    ['methods', 256, (count: number) => ({ 'eip155:1': { ...empty, methods: names(count) } }), 5101],
    ['events', 256, (count: number) => ({ 'eip155:1': { ...empty, events: names(count) } }), 5102],
    [
      'characters',
      128,
      (count: number) => ({ 'eip155:1': { ...empty, methods: ['x'.repeat(count)] } }),
      5101,
    ],
  ])('may have so many %s in a proposal: %d', (_, most, make, code) => {
    expect(codeOf(readProposalNamespaces(make(most)))).toBeUndefined()
    expect(codeOf(readProposalNamespaces(make(most + 1)))).toBe(code)
  })

  test('may have 1,024 accounts', () => {
    const granted = (count: number) => ({
      eip155: { ...empty, accounts: chains(count).map((chain) => `${chain}:${address}`) },
    })
    expect(codeOf(readSessionNamespaces(granted(1_024)))).toBeUndefined()
    expect(codeOf(readSessionNamespaces(granted(1_025)))).toBe(5103)
  })

  test('has no method without a name, and each once', () => {
    expect(codeOf(readProposalNamespaces({ 'eip155:1': { ...empty, methods: [''] } }))).toBe(5101)
    expect(readProposalNamespaces({ 'eip155:1': { ...empty, methods: ['a', 'a'] } })).toEqual({
      value: { 'eip155:1': { ...empty, methods: ['a'] } },
    })
  })
})

describe('what is granted', () => {
  test('derives chains from accounts in either form', () => {
    expect(isChainGranted(mixed, 'eip155:1')).toBe(true)
    expect(isChainGranted(mixed, 'eip155:10')).toBe(true)
    expect(isChainGranted(mixed, 'eip155:137')).toBe(false)
  })

  test('a method is granted on the chains of its own entry', () => {
    expect(isMethodGranted(mixed, 'eip155:1', 'personal_sign')).toBe(true)
    expect(isMethodGranted(mixed, 'eip155:10', 'personal_sign')).toBe(false)
    expect(isMethodGranted(mixed, 'eip155:10', 'eth_sendTransaction')).toBe(true)
  })

  test('chainChanged may name a chain that is not granted, other events may not', () => {
    expect(isEventGranted(mixed, 'eip155:137', 'chainChanged')).toBe(true)
    expect(isEventGranted(mixed, 'solana:x', 'chainChanged')).toBe(false)
    expect(isEventGranted(mixed, 'eip155:10', 'message')).toBe(true)
    expect(isEventGranted(mixed, 'eip155:1', 'message')).toBe(false)
    const ofChain = { 'eip155:10': { ...empty, accounts: [], events: ['chainChanged'] } }
    expect(isEventGranted(ofChain, 'eip155:137', 'chainChanged')).toBe(true)
    expect(isEventGranted(ofChain, 'solana:x', 'chainChanged')).toBe(false)
    expect(isEventGranted({}, 'eip155:1', 'chainChanged')).toBe(false)
  })

  test('grantOf merges both forms of a family', () => {
    expect(grantOf(mixed, 'eip155')).toEqual({
      accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
      chains: ['eip155:1', 'eip155:10'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged', 'message'],
    })
    expect(grantOf(mixed, 'solana').accounts).toEqual([])
    expect(grantOf(mixed, 'eip').accounts).toEqual([])
  })
})

describe('findUnmet', () => {
  const required = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }

  test('accepts a sufficient grant in either form', () => {
    expect(findUnmet(required, mixed)).toBeUndefined()
    expect(
      findUnmet({ 'eip155:10': { methods: ['eth_sendTransaction'], events: [] } }, mixed),
    ).toBeUndefined()
    expect(findUnmet({}, {})).toBeUndefined()
  })

  test.each([
    ['the namespace is missing', { solana: { chains: ['solana:x'], ...empty } }, 5000],
    ['a chain has no account', { eip155: { chains: ['eip155:137'], ...empty } }, 5001],
    ['a method is missing', { eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] } }, 5002],
    ['an event is missing', { eip155: { chains: ['eip155:1'], methods: [], events: ['connect'] } }, 5003],
  ])('%s', (_, wanted, code) => {
    expect(findUnmet(wanted, mixed)?.code).toBe(code)
  })

  test.each([
    [{ solana: { chains: ['solana:x'], ...empty } }, 'Not granted: solana'],
    [{ 'eip155:137': empty }, 'Not granted: eip155:137'],
    [{ 'eip155:10': { ...empty, methods: ['eth_sign'] } }, 'Not granted: eth_sign'],
    [{ 'eip155:10': { ...empty, events: ['connect'] } }, 'Not granted: connect'],
    [{ eip: { chains: ['eip155:1'], ...empty } }, 'Not granted: eip'],
  ])('%j: what is missing is said', (wanted, message) => {
    expect(findUnmet(wanted, mixed)?.message).toBe(message)
  })

  test('a chain of its own counts for its family', () => {
    const { 'eip155:10': ten } = mixed
    expect(findUnmet({ eip155: { chains: ['eip155:10'], ...empty } }, { 'eip155:10': ten })).toBeUndefined()
    expect(findUnmet({ eip155: empty }, { 'eip155:10': ten })).toBeUndefined()
  })
})
