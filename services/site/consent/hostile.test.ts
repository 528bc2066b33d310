import { decodeFunctionData, encodeFunctionData, erc20Abi, maxUint256, stringToHex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts, people } from '../../../chains/src/index.js'
import { startTestChain, type TestChain } from '../testing/startTestChain.js'
import { noNode, testWallet, warningsOf } from '../testing/testWallet.js'

// Hostile requests, with the numbers that they have in docs/security.md "Requests to the embedded wallet".

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 90_000)
afterAll(() => chain.stop())

const offline = () => testWallet({ rpc: noNode })
const own = offline().signers.eip155.address

const signIn = (domain: string, uri = `https://${domain}`) =>
  `${domain} wants you to sign in with your Ethereum account:\n${own}\n\nWelcome.\n\nURI: ${uri}\nVersion: 1\n` +
  'Chain ID: 31337\nNonce: k3mTpQ8zVfLx4NbR\nIssued At: 2026-11-25T12:00:00.000Z'

const shownMessage = async (message: string) => {
  const consent = await offline().consent('personal_sign', [stringToHex(message), own])
  const { value } = consent.rows.at(-1) ?? {}
  return { type: value?.type, warnings: warningsOf(consent), preferred: consent.preferred }
}

test.each([
  ['a right-to-left override', 'Pay \u202e001 to me', 'danger textDirection'],
  ['an isolate', 'a\u2066b\u2069', 'danger textDirection'],
  ['NUL', 'a\u0000b', 'danger hiddenCharacters'],
  ['a carriage return', 'a\rb', 'danger hiddenCharacters'],
  ['a zero-width space', 'pay\u200bpal', 'danger hiddenCharacters'],
  ['a zero-width joiner between letters', 'pay\u200dpal', 'danger hiddenCharacters'],
  ['a tag character', 'hello \u{e0041}', 'danger hiddenCharacters'],
  ['a soft hyphen', 'pay\u00adpal', 'danger hiddenCharacters'],
  ['another end of a line', 'a\u2028b', 'danger hiddenCharacters'],
  ['a character of nobody', 'a\ue000b', 'danger hiddenCharacters'],
  ['a pile of marks', `a${'\u0301'.repeat(9)}`, 'danger hiddenCharacters'],
])('45: personal_sign with %s is shown as data, with a warning', async (_, message, warning) => {
  expect(await shownMessage(message)).toEqual({ type: 'hex', warnings: [warning], preferred: 'cancel' })
})

test('45: emoji, line breaks and the joiners of Persian are text', async () => {
  for (const message of ['Hi 👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'one\n\ttwo', 'می\u200cخواهم', '漢字 ß ñ']) {
    expect(await shownMessage(message)).toMatchObject({ type: 'text', warnings: ['info onlyText'] })
  }
})

test.each([
  ['a fingerprint in words', 'f'.repeat(64)],
  ['as many bytes as a fingerprint has', 'a text that has 32 bytes, really'],
  ['an account', `I am ${own}`],
  ['an order', 'Sell 5 ETH: limit order'],
  ['a permission', 'I permit the exchange to take 5 USDC'],
  ['an object', '{ "to": "wren" }'],
  ['what keys are derived from', 'Open your account.\n\nOnly sign this message for a trusted client!'],
])('45: personal_sign with %s is not said to be only a text', async (_, message) => {
  expect(await shownMessage(message)).toEqual({ type: 'text', warnings: [], preferred: 'approve' })
})

describe('46: a sign-in', () => {
  test.each([
    ['evil.com', 'https://app.example'],
    ['app.example.evil.com', 'https://app.example'],
    ['app.example:444', 'https://app.example'],
    ['app.example', 'https://app.example:444'],
    ['app.example', 'http://app.example'],
    ['localhost:3000', 'https://app.example'],
    ['app.example', 'http://localhost:3000'],
  ])('for %s from %s cannot be approved', async (domain, origin) => {
    const wallet = testWallet({ rpc: noNode, state: { origin } })
    const consent = await wallet.consent('personal_sign', [stringToHex(signIn(domain)), own])
    expect(consent).toMatchObject({ title: 'signIn', canApprove: false, preferred: 'cancel' })
    expect(consent.warnings[0]).toMatchObject({ key: 'signInOtherSite', slots: { domain } })
    expect(await wallet.approve(consent)).toMatchObject({
      status: 'refused',
      error: { reason: 'cannotApprove' },
    })
  })

  test.each([
    ['app.example', 'https://app.example'],
    ['app.example:8443', 'https://app.example:8443'],
    ['app.example:443', 'https://app.example'],
    ['localhost:3000', 'http://localhost:3000'],
  ])('for %s from %s is fine', async (domain, origin) => {
    const wallet = testWallet({ rpc: noNode, state: { origin } })
    const consent = await wallet.consent('personal_sign', [stringToHex(signIn(domain)), own])
    expect({ can: consent.canApprove, warnings: warningsOf(consent) }).toEqual({ can: true, warnings: [] })
    expect(consent.rows[0]).toEqual({ label: { key: 'domain' }, value: { type: 'text', text: domain } })
  })

  test('for another port of this machine only warns', async () => {
    const wallet = testWallet({ rpc: noNode, state: { origin: 'http://localhost:5173' } })
    const consent = await wallet.consent('personal_sign', [stringToHex(signIn('localhost:3000')), own])
    expect(warningsOf(consent)).toEqual(['caution signInLocalSite'])
  })

  test('names the network once: in its own line only if it is another one', async () => {
    const chains = async (text: string) => {
      const { rows } = await offline().consent('personal_sign', [stringToHex(text), own])
      return rows.filter(({ label }) => 'key' in label && label.key === 'chain').map(({ value }) => value)
    }
    const good = signIn('app.example')
    expect(await chains(good)).toEqual([])
    expect(await chains(good.replace('Chain ID: 31337', 'Chain ID: 1'))).toEqual([
      { type: 'text', text: 'eip155:1' },
    ])
  })

  test('for another account, chain, time or link', async () => {
    const warned = async (text: string) =>
      warningsOf(await offline().consent('personal_sign', [stringToHex(text), own]))
    const good = signIn('app.example')
    expect(await warned(good.replace(own, people.wren))).toEqual(['block signInOtherAccount'])
    expect(await warned(good.replace('Chain ID: 31337', 'Chain ID: 1'))).toEqual(['caution signInOtherChain'])
    expect(await warned(signIn('app.example', 'https://evil.com/'))).toEqual(['caution signInOtherLink'])
    expect(await warned(good.replace('2026-11-25T12:00', '2026-11-24T12:00'))).toEqual(['caution signInOld'])
    expect(await warned(`${good}\nExpiration Time: 2026-11-25T11:59:00Z`)).toEqual(['caution signInExpired'])
    expect(await warned(`${good}\nNot Before: 2026-11-26T12:00:00Z`)).toEqual(['caution signInNotYet'])
    expect(await warned(`${good}\nResources:\n- urn:recap:eyJhdHQiOnt9fQ`)).toEqual([
      'block signInGrantsUnclear',
    ])
  })
})

test.each([
  ['a missing blank line', signIn('app.example').replace('\n\nURI', '\nURI')],
  ['a chain id of CAIP-2', signIn('app.example').replace('Chain ID: 31337', 'Chain ID: eip155:1')],
  ['a second nonce', signIn('app.example').replace('Issued', 'Nonce: aaaaaaaaaaaa\nIssued')],
  ['another case', signIn('app.example').replace('wants you to sign in', 'Wants You to Sign In')],
  ['more blanks', signIn('app.example').replace('sign in', 'sign  in')],
])('47: an almost valid sign-in with %s warns, and Cancel is the default', async (_, text) => {
  const consent = await offline().consent('personal_sign', [stringToHex(text), own])
  expect({ title: consent.title, warnings: warningsOf(consent), preferred: consent.preferred }).toEqual({
    title: 'signMessage',
    warnings: ['danger signInMalformed'],
    preferred: 'cancel',
  })
})

describe('48: typed data', () => {
  const types = { Note: [{ name: 'text', type: 'string' }] }
  const note = { types, primaryType: 'Note', domain: { chainId: 31337 }, message: { text: 'x' } }
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)])
  const deepTypes = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `T${index}`,
      [{ name: 'a', type: index === 59 ? 'string' : `T${index + 1}` }],
    ]),
  )
  const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: inner }), 'x')
  const many = Array.from({ length: 2_000 }, (_, index) => ({ name: `f${index}`, type: 'uint8' }))

  test.each<[string, unknown, string]>([
    ['of another chain', { ...note, domain: { chainId: 1 } }, 'domain.chainId: for chain 1, not 31337'],
    ['of an unknown type', { ...note, primaryType: 'Other' }, 'primaryType: is not one of the types'],
    [
      'of the domain itself',
      { ...note, primaryType: 'EIP712Domain' },
      'primaryType: is not one of the types',
    ],
    [
      'with a type that contains itself',
      { ...note, types: { Note: [{ name: 'a', type: 'Note[]' }] } },
      'types.Note: contains itself',
    ],
    ['with 2,000 fields', { ...note, types: { Note: many }, message: {} }, 'types.Note: too large'],
    [
      'with 10,000 items',
      { ...note, types: { Note: [{ name: 'a', type: 'uint8[]' }] }, message: { a: Array(10_000).fill(1) } },
      'message.a: too large',
    ],
    [
      'with control characters in a name',
      { ...note, types: { 'No\u0000te': [] }, primaryType: 'No\u0000te' },
      'types.No?te: is not a name',
    ],
    [
      'with parentheses in a name',
      { ...note, types: { 'Note(uint a)': [] }, primaryType: 'Note(uint a)' },
      'types.Note?uint?a?: is not a name',
    ],
    [
      'with an unknown member type',
      { ...note, types: { Note: [{ name: 'a', type: 'Gone' }] } },
      'types.Note.a: has an unknown type',
    ],
    [
      'with a type that others read differently',
      { ...note, types: { Note: [{ name: 'a', type: 'uint' }] } },
      'types.Note.a: has an unknown type',
    ],
    [
      '60 levels deep',
      { ...note, types: deepTypes, primaryType: 'T0', message: deep },
      'message.a.a.a.a.a.a.a.a.a.a.a.a.a: too large',
    ],
    [
      'with lists in lists',
      { ...note, types: { Note: [{ name: 'a', type: 'uint8[][][][][]' }] }, message: { a: nested(5) } },
      'types.Note.a: has an unknown type',
    ],
    ['without a field', { ...note, message: {} }, 'message.text: Required'],
    ['with a number where a text is', { ...note, message: { text: 5 } }, 'message.text: must be a text'],
    ['with half a character', { ...note, message: { text: '\ud800' } }, 'message.text: has half a character'],
    ['that is no JSON', '{', 'data: is not JSON'],
    ['of 200 kB', `{"a":"${'x'.repeat(200_000)}"}`, 'data: too large'],
  ])('%s is refused within 100 ms', async (_, data, message) => {
    const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
    const time = processorTime()
    const refusal = await wallet.refusal('eth_signTypedData_v4', [own, data])
    expect(refusal.message).toBe(message)
    expect(time()).toBeLessThan(100)
  })

  test('as large as it may be is read and hashed within 100 ms', async () => {
    const { readTypedData } = await import('./typedData/readTypedData.js')
    const { hashTypedData } = await import('./typedData/hashTypedData.js')
    const list = Array.from({ length: 480 }, (_, index) => ({ text: `item ${index}` }))
    const data = {
      ...note,
      types: { ...types, List: [{ name: 'notes', type: 'Note[]' }] },
      primaryType: 'List',
      message: { notes: list },
    }
    hashTypedData(readTypedData(data))
    const time = processorTime()
    hashTypedData(readTypedData(data))
    expect(time()).toBeLessThan(100)
  })

  test('fields that are not signed are named, and invisible characters are shown as data', async () => {
    const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
    const consent = await wallet.consent('eth_signTypedData_v4', [
      own,
      { ...note, message: { text: 'a\u202eb', more: 1 } },
    ])
    expect(consent.warnings).toContainEqual({
      severity: 'caution',
      key: 'unsignedFields',
      slots: { fields: 'message.more' },
    })
    expect(warningsOf(consent)).toContain('danger textDirection')
  })

  test('an operation of the account, which would let the page do anything with it, is refused', async () => {
    const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
    const operation = {
      types: { PackedUserOperation: [{ name: 'sender', type: 'address' }] },
      primaryType: 'PackedUserOperation',
      domain: {
        name: 'ERC4337',
        version: '1',
        chainId: 31337,
        verifyingContract: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
      },
      message: { sender: own },
    }
    const asked = (data: object) => wallet.refusal('eth_signTypedData_v4', [own, data])
    expect((await asked(operation)).reason).toBe('accountOperation')
    const renamed = {
      ...operation,
      types: { Thing: operation.types.PackedUserOperation },
      primaryType: 'Thing',
    }
    expect((await asked(renamed)).reason).toBe('accountOperation')
  })
})

test('49: permits without a limit say so in words, with spender and date', async () => {
  const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
  const permit = {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Key Dollar', version: '1', chainId: 31337, verifyingContract: contracts.dollar },
    message: {
      owner: own,
      spender: contracts.router,
      value: String(maxUint256),
      nonce: '0',
      deadline: '1795608000',
    },
  }
  const consent = await wallet.consent('eth_signTypedData_v4', [own, JSON.stringify(permit)])
  expect(consent.title).toBe('signPermit')
  expect(consent.rows.slice(0, 4)).toEqual([
    { label: { key: 'spender' }, value: { type: 'address', address: contracts.router } },
    {
      label: { key: 'amount' },
      value: {
        type: 'amount',
        units: String(maxUint256),
        symbol: 'KUSD',
        decimals: 6,
        contract: contracts.dollar,
        isUnlimited: true,
      },
    },
    { label: { key: 'token' }, value: { type: 'address', address: contracts.dollar } },
    { label: { key: 'deadline' }, value: { type: 'time', at: 1_795_608_000 } },
  ])
  expect(warningsOf(consent)).toEqual(['danger unlimited', 'danger permit'])
  const forever = { ...permit, message: { ...permit.message, value: '5', deadline: String(maxUint256) } }
  const never = await wallet.consent('eth_signTypedData_v4', [own, JSON.stringify(forever)])
  expect(never.rows[3]).toEqual({ label: { key: 'deadline' }, value: { type: 'word', word: 'never' } })
  expect(warningsOf(never)).toEqual(['danger permit', 'caution longDeadline'])
})

test('50: malformed calls are refused with the words of the schema', async () => {
  const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
  const asked = async (params: object) => {
    const { message, rpc } = await wallet.refusal('wallet_sendCalls', [params])
    return { message, rpc }
  }
  const call = { to: people.wren, value: '0x1' }
  expect(await asked({ calls: [{ value: '0x1' }] })).toEqual({
    message: 'params: Invalid key: Expected "to" but received undefined',
    rpc: -32602,
  })
  expect((await asked({ calls: [{ to: 'wren.eth' }] })).message).toBe(
    'params: Invalid start: Expected "0x" but received "wr"',
  )
  expect((await asked({ calls: [{ ...call, data: 'ff' }] })).message).toBe(
    'params: Invalid start: Expected "0x" but received "ff"',
  )
  expect((await asked({ calls: [{ ...call, data: '0xf' }] })).message).toBe(
    'calls.0.data: must be bytes in hex',
  )
  expect((await asked({ calls: [{ ...call, to: '0x12' }] })).message).toBe('calls.0.to: must be an address')
  expect(await asked({ calls: Array(500).fill(call) })).toEqual({ message: 'calls: too large', rpc: 5740 })
  expect((await asked({ calls: [] })).message).toContain('Invalid length')
  expect((await asked({ calls: [call], chainId: '0x1' })).message).toBe('chainId: for chain 1, not 31337')
  expect((await asked({ calls: [call], from: people.wren })).message).toBe(
    'from: not an account of this wallet',
  )
})

test.each([
  ['eth_sendTransaction', { authorizationList: [{ address: people.wren, chainId: 0, nonce: 0 }] }],
  ['eth_sendTransaction', { authorizationList: [] }],
  ['eth_sendTransaction', { type: '0x4' }],
  ['wallet_sendCalls', { authorizationList: [{}] }],
])('51: %s with an authorization of the app is refused', async (method, more) => {
  const wallet = testWallet({ rpc: noNode })
  const call = { to: people.wren, value: '0x1' }
  const params = method === 'wallet_sendCalls' ? [{ calls: [{ ...call, ...more }] }] : [{ ...call, ...more }]
  const refusal = await wallet.refusal(method, params).catch(() => undefined)
  // The node is asked for its chain first; that it is not there must not hide the refusal.
  const online = await testWallet({ rpc: chain.rpc, chains: [chain.chain] }).refusal(method, params)
  expect(online.message).toBe('Account upgrades can only be started by your wallet')
  expect(refusal).toBeDefined()
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'wallet_watchAsset',
  'debug_traceCall',
  'constructor',
])('52: %s is refused', async (method) => {
  expect(await offline().refusal(method, [own, '0x00'])).toMatchObject({
    code: 'unsupported',
    rpc: 4200,
    message: 'Requested RPC call is not allowed',
  })
})

test.each<[object, string]>([
  [{ gas: '0x0' }, 'gas: must be at least 21000'],
  [{ gasLimit: '0x0' }, 'gasLimit: must be at least 21000'],
  [{ value: toHex(2n ** 256n) }, 'value: must be a number in hex of at most 256 bits'],
  [{ nonce: 'five' }, 'nonce: must be a number in hex of at most 256 bits'],
  [{ nonce: '5' }, 'nonce: must be a number in hex of at most 256 bits'],
  [{ value: '1e18' }, 'value: must be a number in hex of at most 256 bits'],
  [{ value: '-0x1' }, 'value: must be a number in hex of at most 256 bits'],
  [{ maxFeePerGas: '1e9' }, 'maxFeePerGas: must be a number in hex of at most 256 bits'],
  [{ data: '0xabc' }, 'data: must be bytes in hex'],
  [{ data: '0x', input: '0x01' }, 'input: differs from data'],
  [{ to: '0xf39fd6e51aad88f6f4ce6ab8827279cffFb92266' }, 'to: must be an address'],
  [{ to: undefined }, 'to: Required'],
  [{ nonce: '0xffff' }, 'nonce: the next one is'],
  [{ from: people.wren }, 'from: not an account of this wallet'],
  [{ chainId: '0x1' }, 'chainId: for chain 1, not 31337'],
  [{ accessList: 'all' }, 'accessList: must be a list'],
  [{ blobVersionedHashes: [] }, 'The wallet does not support blobVersionedHashes'],
])('53: a transaction with %j is refused with the name of the field', async (more, message) => {
  const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
  const refusal = await wallet.refusal('eth_sendTransaction', [{ to: people.wren, value: '0x1', ...more }])
  expect(refusal.message).toContain(message)
})

test('55: a node of another chain blocks, before it is shown and before it is signed', async () => {
  let number = '0x7a69'
  const wallet = testWallet({
    chains: [chain.chain],
    rpc: (id, method, params) =>
      method === 'eth_chainId' ? Promise.resolve(number) : chain.rpc(id, method, params),
  })
  const params = [{ to: people.wren, value: '0x1' }]
  const consent = await wallet.consent('eth_sendTransaction', params)
  number = '0x1'
  expect(await wallet.approve(consent)).toEqual({
    status: 'refused',
    error: { reason: 'networkChanged', code: 'network', rpc: 4901, message: 'Network changed' },
  })
  expect((await wallet.refusal('eth_sendTransaction', params)).reason).toBe('networkChanged')
  const data = {
    types: { A: [{ name: 'a', type: 'bool' }] },
    primaryType: 'A',
    domain: {},
    message: { a: true },
  }
  expect((await wallet.refusal('eth_signTypedData_v4', [own, data])).reason).toBe('networkChanged')
})

test('56: a name that leads elsewhere by now blocks, with both addresses', async () => {
  let isMoved = false
  const named = { ...chain.chain, nameResolver: contracts.universalResolver }
  const wallet = testWallet({
    chains: [named],
    // The record changes as if its owner had written another address.
    rpc: async (id, method, params) => {
      const answer = await chain.rpc(id, method, params)
      const isRecord =
        method === 'eth_call' && (params[0] as { to: string }).to === contracts.universalResolver
      if (!isMoved || !isRecord) return answer
      return String(answer).replaceAll(
        people.marlow.slice(2).toLowerCase(),
        people.wren.slice(2).toLowerCase(),
      )
    },
  })
  const consent = await wallet.consent('eth_sendTransaction', [{ to: 'marlow.eth', value: '0x1' }])
  isMoved = true
  const outcome = await wallet.approve(consent)
  expect(outcome).toMatchObject({
    status: 'refused',
    error: {
      reason: 'nameChanged',
      message: `marlow.eth now belongs to ${people.wren}, not to ${people.marlow}`,
    },
  })
})

test('a call with more data than its method reads is said to be so', async () => {
  const wallet = testWallet({ rpc: chain.rpc, chains: [chain.chain] })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [people.wren, 1n] })
  const consent = await wallet.consent('eth_sendTransaction', [{ to: contracts.dollar, data: `${data}00ff` }])
  expect(warningsOf(consent)).toContain('caution extraData')
  expect(decodeFunctionData({ abi: erc20Abi, data }).args).toEqual([people.wren, 1n])
})

/** Milliseconds of the processor since now; a machine that does other work does not count. */
function processorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}
