import { once } from 'node:events'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import {
  concatHex,
  createClient,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  keccak256,
  numberToHex,
  parseAbiParameters,
  parseSignature,
  serializeErc6492Signature,
  size,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileSolidity, deployContract } from '../../../../../services/src/testing/deployContract.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { expectations, messageOf, testStore } from '../testing.js'
import { verifySiwx } from './verifySiwx.js'

// The person who signs in chooses the contract that is asked. Each of these, on a real chain, tries to lead the server
// elsewhere.

const contracts = compileSolidity(`
  // SPDX-License-Identifier: MIT
  pragma solidity ^0.8.30;
  contract Lure {
    error OffchainLookup(address sender, string[] urls, bytes data, bytes4 back, bytes extra);
    string url;
    constructor(string memory url_) { url = url_; }
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
      string[] memory urls = new string[](2);
      (urls[0], urls[1]) = (string.concat(url, "/get/{sender}/{data}"), string.concat(url, "/post"));
      revert OffchainLookup(address(this), urls, "", this.back.selector, "");
    }
    function back(bytes calldata, bytes calldata) external pure returns (bytes4) { return 0x1626ba7e; }
    function prepare() external view { this.isValidSignature(0, ""); }
  }
  contract LureFactory {
    function create(string memory url, bytes32 salt) external { new Lure{salt: salt}(url); }
  }
  contract Measure {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
      return gasleft() <= 10_000_000 ? bytes4(0x1626ba7e) : bytes4(0);
    }
  }
  contract Wallet {
    bool isReady;
    mapping(address => bool) used;
    function prepare() external { used[address(this)] = true; }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
      if (signature[0] == 0x02 && !used[address(this)]) return 0xffffffff;
      (bytes32 r, bytes32 s) = abi.decode(signature[1:65], (bytes32, bytes32));
      return ecrecover(hash, uint8(signature[65]), r, s) == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
  }
  contract Nested {
    address immutable owner;
    constructor(address owner_) { owner = owner_; }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
      if (hash == 0x7739773977397739773977397739773977397739773977397739773977397739) return 0x77390001;
      bytes32 domain = keccak256(abi.encode(
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
        keccak256("Nested"), keccak256("1"), block.chainid, address(this)));
      bytes32 inner = keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), hash));
      (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
      address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", domain, inner)), uint8(signature[64]), r, s);
      return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
  }
  contract Multicall {
    struct Call { address target; bool allowFailure; bytes callData; }
    struct Result { bool success; bytes returnData; }
    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
      results = new Result[](calls.length);
      for (uint256 i; i < calls.length; i++) {
        (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
      }
    }
  }`)

const artifact = (name: string) => contracts[name] ?? { abi: [], bytecode: '0x' as const }
const owner = privateKeyToAccount(`0x${'33'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
let chain: TestChain
let wallet: Hex
let lured: string[] = []
const lure = createServer((request, response) => {
  lured.push(String(request.url))
  response.end(JSON.stringify({ data: '0x' }))
})
let lureUrl = ''

beforeAll(async () => {
  chain = await startChain()
  lure.listen(0, '127.0.0.1')
  await once(lure, 'listening')
  const address = lure.address()
  lureUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  wallet = await deployContract(chain, artifact('Wallet'))
  const multicall = await deployContract(chain, artifact('Multicall'))
  await chain.request('anvil_setCode', [
    multicall3,
    await chain.request('eth_getCode', [multicall, 'latest']),
  ])
}, 60_000)
afterAll(async () => {
  lure.close()
  await chain.stop()
})

describe('a contract that points elsewhere (OffchainLookup, EIP-3668)', () => {
  // Each as eager as hosts may make it: it follows lookups, batches, tries again.
  const clients = () => [
    createClient({ chain: foundry, transport: http(chain.url) }),
    createPublicClient({
      chain: { ...foundry, contracts: { multicall3: { address: multicall3 } } },
      transport: http(chain.url, { batch: true }),
      batch: { multicall: true },
      ccipRead: { request: async () => fetch(lureUrl).then(() => '0x' as const) },
    }),
  ]

  test('deployed (ERC-1271): nothing but the node is asked', async () => {
    const address = await deployContract(chain, artifact('Lure'), [lureUrl])
    for (const client of clients()) {
      const { result, elsewhere } = await watched(() => outcome(address, async () => '0x1234', client))
      expect(result).toBe('SIGNATURE_INVALID')
      expect(elsewhere).toEqual([])
    }
  })

  test('not deployed yet (ERC-6492): nothing but the node is asked', async () => {
    const factory = await deployContract(chain, artifact('LureFactory'))
    const { abi, bytecode } = artifact('Lure')
    const creation = encodeFunctionData({
      abi: artifact('LureFactory').abi,
      functionName: 'create',
      args: [lureUrl, zeroHash],
    })
    const bytes = concatHex([bytecode, encodeAbiParameters(parseAbiParameters('string'), [lureUrl])])
    const address = getCreate2Address({ from: factory, salt: zeroHash, bytecode: bytes })
    expect(abi).not.toHaveLength(0)
    const sign = async () =>
      serializeErc6492Signature({ address: factory, data: creation, signature: '0x1234' })
    for (const client of clients()) {
      const { result, elsewhere } = await watched(() => outcome(address, sign, client))
      expect(result).toBe('SIGNATURE_INVALID')
      expect(elsewhere).toEqual([])
    }
  })

  test('delegated, or not delegated yet (ERC-8010): nothing but the node is asked', async () => {
    const contract = await deployContract(chain, artifact('Lure'), [lureUrl])
    const data = encodeFunctionData({ abi: artifact('Lure').abi, functionName: 'prepare' })
    for (const client of clients()) {
      for (const prepare of [undefined, { to: contract, data }]) {
        await chain.request('anvil_setCode', [owner.address, '0x'])
        const sign = () => preDelegated('0x1234', { contract, ...(prepare && { prepare }) })
        const before = await watched(() => outcome(owner.address, sign, client))
        expect(before.result).toBe('SIGNATURE_INVALID')
        await chain.request('anvil_setCode', [owner.address, `0xef0100${contract.slice(2)}`])
        const after = await watched(() => outcome(owner.address, sign, client))
        expect(after.result).toBe('SIGNATURE_INVALID')
        expect([...before.elsewhere, ...after.elsewhere]).toEqual([])
      }
    }
    await chain.request('anvil_setCode', [owner.address, '0x'])
  })
})

describe('a contract that costs the node', () => {
  test('a call may burn ten million gas, and is tried once', async () => {
    const measure = await deployContract(chain, artifact('Measure'))
    expect(await outcome(measure, async () => '0x1234')).toBe(`eip155:31337:${measure}`)
  })

  test('a node that fails is asked once, and does not decide about the signature', async () => {
    const contract = await deployContract(chain, artifact('Measure'))
    let calls = 0
    const node = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, id } = JSON.parse(Buffer.concat(chunks).toString())
      if (method === 'eth_call') calls += 1
      const answer =
        method === 'eth_call' ? { error: { code: -32005, message: 'limit' } } : { result: '0x60' }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    }).listen(0, '127.0.0.1')
    await once(node, 'listening')
    const address = node.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const client = createClient({ chain: foundry, transport: http(url, { retryCount: 5, retryDelay: 1 }) })
    expect(await outcome(contract, async () => '0x1234', client)).toBe('CHAIN_UNREACHABLE')
    expect(calls).toBe(1)
    node.close()
  })
})

describe('an account of a key that is not delegated yet (ERC-8010)', () => {
  const inner = async (message: string, form: Hex = '0x01', signer = owner) =>
    concatHex([form, await signer.signMessage({ message })])

  test('its contract decides as if the authorization were already on the chain', async () => {
    const good = async (message: string) => preDelegated(await inner(message), { contract: wallet })
    expect(await outcome(owner.address, good)).toBe(`eip155:31337:${owner.address}`)
    const bad = async (message: string) =>
      preDelegated(await inner(message, '0x01', stranger), { contract: wallet })
    expect(await outcome(owner.address, bad)).toBe('SIGNATURE_INVALID')
    // For any chain, as EIP-7702 has it.
    const anywhere = async (message: string) =>
      preDelegated(await inner(message), { contract: wallet, chainId: 0 })
    expect(await outcome(owner.address, anywhere)).toBe(`eip155:31337:${owner.address}`)
  })

  test('the call that sets it up runs first', async () => {
    const data = encodeFunctionData({ abi: artifact('Wallet').abi, functionName: 'prepare' })
    const prepare = { to: owner.address, data }
    const sign = async (message: string) => preDelegated(await inner(message, '0x02'), { contract: wallet })
    expect(await outcome(owner.address, sign)).toBe('SIGNATURE_INVALID')
    const prepared = async (message: string) =>
      preDelegated(await inner(message, '0x02'), { contract: wallet, prepare })
    expect(await outcome(owner.address, prepared)).toBe(`eip155:31337:${owner.address}`)
  })

  test("an authorization of another's key, another chain or another time is refused", async () => {
    const always = await deployContract(chain, artifact('Measure'))
    const with_ = (more: object) => async (message: string) =>
      preDelegated(await inner(message), { contract: always, ...more })
    expect(await outcome(owner.address, with_({}))).toBe(`eip155:31337:${owner.address}`)
    expect(await outcome(owner.address, with_({ by: stranger }))).toBe('SIGNATURE_INVALID')
    expect(await outcome(owner.address, with_({ chainId: 1 }))).toBe('SIGNATURE_INVALID')
    expect(await outcome(owner.address, with_({ nonce: 7 }))).toBe('SIGNATURE_INVALID')
    expect(await outcome(owner.address, with_({ isHigh: true }))).toBe('SIGNATURE_INVALID')
  })

  test('a truncated one, or one with wrong lengths, is refused', async () => {
    const whole = await preDelegated('0x1234', { contract: wallet })
    const magic = whole.slice(-64)
    for (const broken of [
      `0x${magic}`,
      `0x${'ff'.repeat(32)}${magic}`,
      `0x${'00'.repeat(32)}${magic}`,
      `${whole.slice(0, -128)}${'00'.repeat(31)}40${magic}`,
      `0x${whole.slice(70)}`,
    ])
      expect(await outcome(owner.address, async () => broken)).toBe('SIGNATURE_INVALID')
  })
})

test('a contract that wants its messages nested (ERC-7739) says whether they are of this account and chain', async () => {
  const [one, other] = [
    await deployContract(chain, artifact('Nested'), [owner.address]),
    await deployContract(chain, artifact('Nested'), [owner.address]),
  ]
  const sign = (account: Hex) => (message: string) =>
    owner.sign({
      hash: hashTypedData({
        domain: { name: 'Nested', version: '1', chainId: 31337, verifyingContract: account },
        types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
        primaryType: 'PersonalSign',
        message: { prefixed: prefixed(message) },
      }),
    })
  expect(await outcome(one, sign(one))).toBe(`eip155:31337:${one}`)
  // Replayed on another account of the same owner, or not nested at all.
  expect(await outcome(other, sign(one))).toBe('SIGNATURE_INVALID')
  expect(await outcome(one, (message) => owner.signMessage({ message }))).toBe('SIGNATURE_INVALID')
})

/** What ERC-191 hashes of a text, before it is hashed. */
function prefixed(message: string): Hex {
  const bytes = Buffer.from(`\u0019Ethereum Signed Message:\n${Buffer.byteLength(message)}${message}`)
  const hex: Hex = `0x${bytes.toString('hex')}`
  expect(keccak256(hex)).toBe(hashMessage(message))
  return hex
}

/** A signature with the authorization that its contract needs, as ERC-8010 wraps it. */
async function preDelegated(
  signature: Hex,
  {
    contract,
    by = owner,
    chainId = 31337,
    nonce = 0,
    isHigh = false,
    prepare = { to: owner.address, data: '0x' },
  }: {
    readonly contract: Hex
    readonly by?: typeof owner
    readonly chainId?: number
    readonly nonce?: number
    readonly isHigh?: boolean
    readonly prepare?: { readonly to: Hex; readonly data: Hex }
  },
): Promise<Hex> {
  const signed = await by.signAuthorization({ address: contract, chainId, nonce })
  const { r, s, yParity } = parseSignature(
    concatHex([signed.r, signed.s, numberToHex(27 + (signed.yParity ?? 0))]),
  )
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const context = encodeAbiParameters(
    parseAbiParameters('(uint256, address, uint256, uint8, uint256, uint256), address, bytes'),
    [
      [
        BigInt(chainId),
        contract,
        BigInt(nonce),
        isHigh ? 1 - yParity : yParity,
        BigInt(r),
        isHigh ? order - BigInt(s) : BigInt(s),
      ],
      prepare.to,
      prepare.data,
    ],
  )
  return concatHex([signature, context, numberToHex(size(context), { size: 32 }), `0x${'8010'.repeat(16)}`])
}

/** What came of it, and to which ports but the node's sockets were opened meanwhile. */
async function watched<Result>(run: () => Promise<Result>) {
  const opened: string[] = []
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [options] = given.flat() as { readonly port?: unknown }[]
    opened.push(String(options?.port))
    return Reflect.apply(connect, this, given)
  } as typeof connect
  lured = []
  try {
    const result = await run()
    expect(lured).toEqual([])
    return { result, elsewhere: opened.filter((port) => port !== portOf(chain.url)) }
  } finally {
    Socket.prototype.connect = connect
  }
}

const portOf = (url: string) => new URL(url).port

async function outcome(
  address: string,
  sign: (message: string) => Promise<string>,
  client: ReturnType<typeof createClient> = createClient({ chain: foundry, transport: http(chain.url) }),
): Promise<string> {
  const store = testStore()
  const message = formatSiwxMessage(messageOf({ address, chainId: 'eip155:31337' }, store))
  return verifySiwx({
    message,
    signature: await sign(message),
    expected: expectations(store, { chainIds: ['eip155:31337'] }),
    clients: { 'eip155:31337': client },
  }).then(
    ({ account }) => account,
    (error: { readonly reason?: string }) => error.reason ?? String(error),
  )
}
