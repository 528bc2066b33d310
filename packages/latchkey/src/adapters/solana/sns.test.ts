import { createHash } from 'node:crypto'
import {
  type Address,
  createKeyPairFromPrivateKeyBytes,
  getAddressEncoder,
  getAddressFromPublicKey,
  signBytes,
} from '@solana/kit'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { proveName } from '../../features/account/proveName.js'
import { resolveName } from '../../features/account/resolveName.js'
import { solana as mainnet } from '../../networks/others.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { scriptedNode } from '../../testing/solana/scriptedNode.js'
import { sns } from './sns.js'
import { nameAccountOf, recordClass, topLevel } from './snsAccounts.js'
import { solana } from './solana.js'

const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const tokenizer = 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk'
const none = '11111111111111111111111111111111'
/** The address of a program: it has no key. */
const program = PublicKey.findProgramAddressSync(
  [Buffer.from('a vault')],
  new PublicKey(tokenizer),
)[0].toBase58()

type Person = { readonly address: Address; sign(bytes: Uint8Array): Promise<Uint8Array> }
async function person(seed: number): Promise<Person> {
  const keys = await createKeyPairFromPrivateKeyBytes(new Uint8Array(32).fill(seed))
  const address = await getAddressFromPublicKey(keys.publicKey)
  return { address, sign: (bytes) => signBytes(keys.privateKey, bytes) }
}
let alice: Person
let bob: Person
let carol: Person
beforeAll(async () => {
  ;[alice, bob, carol] = await Promise.all([person(1), person(2), person(3)])
})

/** The accounts that the node knows, by address. */
let accounts: Map<string, { owner: string; bytes: Uint8Array }>
beforeEach(() => {
  accounts = new Map()
})
afterEach(() => vi.unstubAllGlobals())

const bytesOf = (address: string) => Uint8Array.from(getAddressEncoder().encode(address as Address))
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

/** Where a name is, derived apart from the kit's code. */
function placeOf(name: string, parent: string, nameClass = none): string {
  const hash = createHash('sha256').update(`SPL Name Service${name}`).digest()
  const seeds = [hash, bytesOf(nameClass), bytesOf(parent)]
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(nameProgram))[0].toBase58()
}
const bonfida = 'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb'
const dex = 'HoFfFXqFHAC8RP3duuQNzag1ieUwJRBv1HtRNiWFq4Qu'

type Header = { parent?: string; owner?: string; nameClass?: string; data?: Uint8Array; program?: string }
function put(place: string, header: Header = {}): void {
  const { parent = topLevel, owner = alice.address, nameClass = none, data = new Uint8Array() } = header
  const bytes = join(bytesOf(parent), bytesOf(owner), bytesOf(nameClass), data)
  accounts.set(place, { owner: header.program ?? nameProgram, bytes })
}

type Record = {
  stale?: string
  agreed?: string
  content?: string
  checks?: [number, number]
  length?: number
}
/** A record of version 2, as the records program writes it. */
function putRecord({ checks = [1, 1], length = 32, ...record }: Record, header: Header = {}): void {
  const { content = bob.address } = record
  const head = new DataView(new ArrayBuffer(8))
  head.setUint16(0, checks[0], true)
  head.setUint16(2, checks[1], true)
  head.setUint32(4, length, true)
  const ids = [record.stale ?? alice.address, record.agreed ?? content, content].map(bytesOf)
  const data = join(new Uint8Array(head.buffer), ...ids)
  put(placeOf('\u0002SOL', bonfida, recordClass), {
    ...{ parent: bonfida, nameClass: recordClass, owner: recordClass, data },
    ...header,
  })
}

/** A record of version 1, signed by somebody for a place. */
async function putOldRecord(
  signer: Person,
  { content = carol.address as string, at = placeOf('\u0001SOL', bonfida), header = {} as Header } = {},
): Promise<void> {
  const text = Buffer.from(join(bytesOf(content), bytesOf(at))).toString('hex')
  const signature = await signer.sign(new TextEncoder().encode(text))
  const data = join(bytesOf(content), signature)
  put(placeOf('\u0001SOL', bonfida), { parent: bonfida, data, ...header })
}

const nodes = (more: { readonly [method: string]: () => unknown } = {}) =>
  scriptedNode({
    ...more,
    getMultipleAccounts: ([places]: readonly [readonly string[]]) => ({
      context: { slot: 1 },
      value: places.map((place) => {
        const account = accounts.get(place)
        if (account === undefined) return null
        const data = [Buffer.from(account.bytes).toString('base64'), 'base64']
        return { owner: account.owner, executable: false, data, lamports: 1 }
      }),
    }),
  } as never)

const networkId = mainnet.caipNetworkId
const prove = (name: string) => {
  nodes()
  return sns().prove?.({ name, networkId, networks: [mainnet] })
}
const refusal = { code: 'NAME_RESOLUTION_FAILED' }

describe('where names are kept', () => {
  // Published by the Solana Name Service.
  test('domains, parts of domains, and records', async () => {
    expect(await nameAccountOf('bonfida', topLevel)).toBe(bonfida)
    expect(await nameAccountOf('\u0000dex', bonfida as Address)).toBe(dex)
    const wallet = await nameAccountOf('sns-ip-5-wallet-1', topLevel)
    expect(await nameAccountOf('\u0001SOL', wallet)).toBe('2nXNzKArYDcYq6LAtJ1iTTe1vPqpHLeYjT4RGpGGesCf')
    const record = await nameAccountOf('\u0002SOL', wallet, recordClass)
    expect(record).toBe('Dkmm4CBzw7JfcwYHHsdH2spSLgKiPeC2UZGP22gugkso')
  })
})

describe('a domain', () => {
  test.each(['bonfida.sns', 'BONFIDA.SNS'])('%s leads to its owner', async (name) => {
    put(bonfida)
    expect(await prove(name)).toBe(alice.address)
  })

  test('nobody has it', async () => {
    expect(await prove('bonfida.sns')).toBeUndefined()
  })

  test('coin at its address is no account of the service', async () => {
    put(bonfida, { program: none })
    expect(await prove('bonfida.sns')).toBeUndefined()
  })

  test.each([
    ['with another parent', () => put(bonfida, { parent: bonfida })],
    ['of a class', () => put(bonfida, { nameClass: recordClass })],
    ['whose owner is a program', () => put(bonfida, { owner: program })],
    ['whose owner is the zero address', () => put(bonfida, { owner: none })],
    ['cut short', () => accounts.set(bonfida, { owner: nameProgram, bytes: bytesOf(topLevel) })],
  ])('%s is refused', async (_, set) => {
    set()
    await expect(prove('bonfida.sns')).rejects.toMatchObject(refusal)
  })

  test('a collectible no longer stands for it', async () => {
    put(bonfida)
    accounts.set(noted, { owner: tokenizer, bytes: Uint8Array.of(3) })
    expect(await prove('bonfida.sns')).toBe(alice.address)
    // Anybody can send coin there.
    accounts.set(noted, { owner: none, bytes: new Uint8Array() })
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })
})

/** Where the tokenizer notes that a collectible stands for the domain, and the collectible's mint. */
const [noted, mint] = ['nft_record', 'tokenized_name'].map((word) =>
  PublicKey.findProgramAddressSync(
    [Buffer.from(word), bytesOf(bonfida)],
    new PublicKey(tokenizer),
  )[0].toBase58(),
) as [string, string]
const held = Keypair.generate().publicKey.toBase58()
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const numberOf = (value: bigint) => new Uint8Array(BigUint64Array.of(value).buffer)

type Tokenized = {
  owner?: string
  tag?: number
  name?: string
  collectible?: string
  supply?: bigint
  decimals?: number
  holder?: string
  amount?: bigint
  held?: string
  program?: string
}
/** A domain that the tokenizer holds, its record, the collectible's mint, and the account that holds it. */
function putTokenized(facts: Tokenized = {}): void {
  const { tag = 2, name = bonfida, collectible = mint, supply = 1n, decimals = 0, amount = 1n } = facts
  const owner = facts.program ?? tokenProgram
  put(bonfida, { owner: facts.owner ?? noted })
  // The record's own owner is who had the domain tokenized, not who has the collectible.
  const record = join(Uint8Array.of(tag, 255), bytesOf(name), bytesOf(alice.address), bytesOf(collectible))
  accounts.set(noted, { owner: tokenizer, bytes: record })
  const option = (address: string) => join(Uint8Array.of(1, 0, 0, 0), bytesOf(address))
  const head = join(option(program), numberOf(supply), Uint8Array.of(decimals, 1))
  accounts.set(mint, { owner, bytes: join(head, option(program)) })
  const start = join(bytesOf(facts.held ?? mint), bytesOf(facts.holder ?? bob.address), numberOf(amount))
  accounts.set(held, { owner, bytes: join(start, new Uint8Array(165 - start.length)) })
}

describe('a domain that a collectible stands for', () => {
  let largest: () => unknown
  beforeEach(() => {
    largest = () => [{ address: held, amount: '1', decimals: 0 }]
  })
  const proveTokenized = () => {
    const { asked } = nodes({ getTokenLargestAccounts: () => ({ context: { slot: 1 }, value: largest() }) })
    return { asked, result: sns().prove?.({ name: 'bonfida.sns', networkId, networks: [mainnet] }) }
  }

  test('leads to the owner of the collectible, whatever its records say', async () => {
    putTokenized()
    putRecord({ content: carol.address })
    const { asked, result } = proveTokenized()
    expect(await result).toBe(bob.address)
    expect(asked).toEqual(['getMultipleAccounts', 'getTokenLargestAccounts', 'getMultipleAccounts'])
  })

  test.each<[string, Tokenized]>([
    ['that the tokenizer does not hold', { owner: program }],
    ['that a person holds', { owner: none }],
    ['whose record is of another kind', { tag: 4 }],
    ['whose record is of another name', { name: dex }],
    ['whose record names another collectible', { collectible: dex }],
    ['whose collectible was burnt', { supply: 0n }],
    ['whose collectible exists twice', { supply: 2n }],
    ['whose collectible can be divided', { decimals: 1 }],
    ['whose collectible has left the account', { amount: 0n }],
    ['whose account holds another token', { held: dex }],
    ['whose collectible is of another program', { program: none }],
    ['whose collectible a program has', { holder: program }],
    ['whose collectible nobody has', { holder: none }],
  ])('%s is refused', async (_, facts) => {
    putTokenized(facts)
    await expect(proveTokenized().result).rejects.toMatchObject(refusal)
  })

  test.each<[string, () => void]>([
    ['no account', () => (largest = () => [])],
    ['an empty account only', () => (largest = () => [{ address: held, amount: '0' }])],
    ['an account that does not exist', () => (largest = () => [{ address: dex, amount: '1' }])],
    [
      'nothing',
      () => {
        largest = () => {
          throw new Error('method not available')
        }
      },
    ],
  ])('is refused if the node tells %s', async (_, answer) => {
    putTokenized()
    answer()
    await expect(proveTokenized().result).rejects.toMatchObject(refusal)
  })

  test('is refused if it changed while it was read', async () => {
    putTokenized()
    largest = () => {
      put(bonfida)
      return [{ address: held, amount: '1' }]
    }
    await expect(proveTokenized().result).rejects.toMatchObject(refusal)
  })
})

describe('a part of a domain', () => {
  test('leads to its own owner', async () => {
    put(bonfida)
    put(dex, { parent: bonfida, owner: bob.address })
    expect(await prove('dex.bonfida.sns')).toBe(bob.address)
  })

  test('is refused if nobody has the domain', async () => {
    put(dex, { parent: bonfida, owner: bob.address })
    await expect(prove('dex.bonfida.sns')).rejects.toMatchObject(refusal)
  })

  test('is refused below the top level', async () => {
    put(bonfida)
    put(dex, { owner: bob.address })
    await expect(prove('dex.bonfida.sns')).rejects.toMatchObject(refusal)
  })
})

describe('a record of version 2', () => {
  beforeEach(() => put(bonfida))

  test('leads to the account that agreed to it', async () => {
    putRecord({})
    expect(await prove('bonfida.sns')).toBe(bob.address)
  })

  test('of a former owner does not count', async () => {
    putRecord({ stale: carol.address })
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })

  test.each<[string, Record, Header?]>([
    ['without the agreement of its account', { agreed: program }],
    ['not signed by the owner', { checks: [3, 1] }],
    ['not signed by its account', { checks: [1, 3] }],
    ['signed on another chain', { checks: [2, 2] }],
    ['with more than an address', { length: 33 }],
    ['that leads to a program', { content: program }],
    ['that leads to nobody', { content: none }],
    ['of another class', {}, { nameClass: none }],
    ['of another domain', {}, { parent: dex }],
    ['cut short', {}, { data: new Uint8Array(8) }],
  ])('%s is refused', async (_, record, header) => {
    putRecord(record, header)
    await expect(prove('bonfida.sns')).rejects.toMatchObject(refusal)
  })

  test('that another program has made is none', async () => {
    putRecord({}, { program: none })
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })

  test('takes precedence over one of version 1', async () => {
    putRecord({})
    await putOldRecord(alice)
    expect(await prove('bonfida.sns')).toBe(bob.address)
  })

  test('of a former owner, and one of version 1 that says otherwise: refused', async () => {
    putRecord({ stale: carol.address })
    await putOldRecord(alice)
    await expect(prove('bonfida.sns')).rejects.toMatchObject(refusal)
    await putOldRecord(alice, { content: alice.address })
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })

  test('does not make a domain of a program safe', async () => {
    put(bonfida, { owner: program })
    putRecord({ stale: program })
    await expect(prove('bonfida.sns')).rejects.toMatchObject(refusal)
  })
})

describe('a record of version 1', () => {
  beforeEach(() => put(bonfida))

  test('that the owner signed leads to its address', async () => {
    await putOldRecord(alice)
    expect(await prove('bonfida.sns')).toBe(carol.address)
  })

  test('that somebody else signed does not count', async () => {
    await putOldRecord(bob)
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })

  test('that the owner signed for another domain does not count', async () => {
    await putOldRecord(alice, { at: placeOf('\u0001SOL', dex) })
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })

  test('without a signature does not count', async () => {
    put(placeOf('\u0001SOL', bonfida), { parent: bonfida, data: bytesOf(carol.address) })
    expect(await prove('bonfida.sns')).toBe(alice.address)
  })

  test.each([
    ['that leads to a program', () => putOldRecord(alice, { content: program })],
    ['of another domain', () => putOldRecord(alice, { header: { parent: dex } })],
  ])('%s is refused', async (_, set) => {
    await set()
    await expect(prove('bonfida.sns')).rejects.toMatchObject(refusal)
  })
})

describe('names', () => {
  test.each(['bonfida.sol', 'dex.bonfida.SOL'])(
    '%s is refused: .sol names are kept elsewhere now',
    async (name) => {
      put(bonfida)
      put(dex, { parent: bonfida })
      await expect(prove(name)).rejects.toMatchObject(refusal)
    },
  )

  test.each([
    ...['bonfida', '.sns', 'bonfida.eth', 'a.dex.bonfida.sns', 'dex..sns', 'bonfida.sns\n'],
    // A Cyrillic letter, the Kelvin sign, which is a k in lower case, an invisible character, and a record's mark.
    ...['bоnfida.sns', '\u212anight.sns', 'bon\u200bfida.sns', '\u0001SOL.bonfida.sns', 'bon fida.sns'],
  ])('%j is none', async (name) => {
    const { asked } = nodes()
    expect(await sns().prove?.({ name, networkId, networks: [mainnet] })).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('are kept on mainnet only', async () => {
    const { asked, network: other } = nodes()
    const at = { name: 'bonfida.sns', networkId: other.caipNetworkId }
    expect(await sns().prove?.({ ...at, networks: [other, mainnet] })).toBeUndefined()
    expect(await sns().prove?.({ name: 'bonfida.sns', networkId, networks: [other] })).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('the nodes', () => {
  test('answer all at once, and the service is not asked', async () => {
    put(bonfida)
    const { asked } = nodes()
    const service = { http: ['https://service.example'] }
    const network = { ...mainnet, rpcUrls: { ...mainnet.rpcUrls, service } }
    const hosts: string[] = []
    const fetch = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      hosts.push(new URL(url).host)
      return fetch(url, init)
    })
    const found = await sns().prove?.({ name: 'bonfida.sns', networkId, networks: [network] })
    expect(found).toBe(alice.address)
    expect(asked).toEqual(['getMultipleAccounts'])
    expect(hosts).not.toContain('service.example')
  })

  test('that leave an account out are not believed', async () => {
    const value = [null]
    scriptedNode({ getMultipleAccounts: () => ({ context: { slot: 1 }, value }) } as never)
    const asked = sns().prove?.({ name: 'bonfida.sns', networkId, networks: [mainnet] })
    await expect(asked).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  })
})

test('the adapter has names only where the host passes them', async () => {
  expect(solana().names).toBeUndefined()
  const names = sns()
  expect(await solana({ names }).names?.()).toBe(names)
})

test('the form asks the chain too, and accounts have no names', async () => {
  put(bonfida)
  nodes()
  const service = {
    addresses: () => Promise.reject(new Error()),
    identity: () => Promise.reject(new Error()),
  }
  const asked = { name: 'bonfida.sns', networkId, networks: [mainnet], service }
  expect(await sns().resolve(asked)).toBe(alice.address)
  const identity = await sns().identify({ address: alice.address, networkId, service })
  expect(identity).toEqual({ name: null, avatar: null })
})

describe('in a kit', () => {
  const account = { networkId, connectorId: 'none' }
  const start = () => {
    nodes()
    return createTestKit({ adapters: [solana({ names: sns() })], networks: [mainnet] })
  }

  test('the form and the review find the recipient', async () => {
    put(bonfida)
    const kit = start()
    expect(await resolveName(kit, { name: 'bonfida.sns', networkId })).toBe(alice.address)
    put(bonfida, { owner: bob.address })
    expect(await proveName(kit, { name: 'bonfida.sns', account })).toBe(bob.address)
  })

  test('a name that is not certain is an error in both', async () => {
    put(bonfida, { owner: program })
    const kit = start()
    await expect(resolveName(kit, { name: 'bonfida.sns', networkId })).rejects.toMatchObject(refusal)
    await expect(proveName(kit, { name: 'bonfida.sns', account })).rejects.toMatchObject(refusal)
  })
})
