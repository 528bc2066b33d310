import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import solc from 'solc'
import {
  createClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  serializeSignature,
  signatureToCompactSignature,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBlockNumber, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { expectations, messageOf, testStore } from '../testing.js'
import { verifySiwx } from './verifySiwx.js'

// Accounts that are contracts, on a real chain: one deployed (ERC-1271), one that is not yet (ERC-6492).

const source = `
  // SPDX-License-Identifier: MIT
  pragma solidity ^0.8.30;
  contract Account {
    address immutable owner;
    constructor(address owner_) { owner = owner_; }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
      (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
      return ecrecover(hash, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
  }
  contract Factory {
    function create(address owner, bytes32 salt) external returns (address) {
      return address(new Account{salt: salt}(owner));
    }
  }`

const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
let chain = { url: '', stop: () => {} }
let factory: `0x${string}` = '0x'
let contracts: ReturnType<typeof compile>
const salts = { deployed: zeroHash, planned: keccak256('0x01') }

beforeAll(async () => {
  contracts = compile()
  chain = await startAnvil()
  const wallet = clientOf(chain.url)
  const deployment = await sendTransaction(wallet, {
    account: owner,
    chain: foundry,
    data: contracts.Factory.bytecode,
  })
  const receipt = await waitForTransactionReceipt(wallet, { hash: deployment, pollingInterval: 20 })
  factory = receipt.contractAddress ?? '0x'
  const hash = await sendTransaction(wallet, {
    account: owner,
    chain: foundry,
    to: factory,
    data: creation(salts.deployed),
  })
  await waitForTransactionReceipt(wallet, { hash, pollingInterval: 20 })
}, 60_000)
afterAll(() => chain.stop())

describe('an account that is a contract', () => {
  test('deployed: the contract says whether it signed (ERC-1271)', async () => {
    const address = accountAt(salts.deployed)
    expect(await outcome(address, (message) => owner.signMessage({ message }))).toBe(
      `eip155:31337:${address}`,
    )
    expect(await outcome(address, (message) => stranger.signMessage({ message }))).toBe('SIGNATURE_INVALID')
    expect(await outcome(address, async () => `0x${'00'.repeat(65)}`)).toBe('SIGNATURE_INVALID')
  })

  test('not deployed yet: the chain deploys it within the call (ERC-6492)', async () => {
    const address = accountAt(salts.planned)
    const wrapped = async (message: string, signer = owner, salt = salts.planned) =>
      serializeErc6492Signature({
        address: factory,
        data: creation(salt),
        signature: await signer.signMessage({ message }),
      })
    expect(await outcome(address, (message) => wrapped(message))).toBe(`eip155:31337:${address}`)
    expect(await outcome(address, (message) => wrapped(message, stranger))).toBe('SIGNATURE_INVALID')
    expect(await outcome(address, (message) => wrapped(message, owner, keccak256('0x02')))).toBe(
      'SIGNATURE_INVALID',
    )
    // Without its wrapping nobody can say.
    expect(await outcome(address, (message) => owner.signMessage({ message }))).toBe('SIGNATURE_INVALID')
  })

  test('for a key whose account runs a contract (EIP-7702), other forms of its signature are refused too', async () => {
    const code: `0x${string}` = `0xef0100${accountAt(salts.deployed).slice(2).toLowerCase()}`
    await request('anvil_setCode', [stranger.address, code])
    expect(await request('eth_getCode', [stranger.address, 'latest'])).toBe(code)
    const sign = (message: string) => stranger.signMessage({ message })
    expect(await outcome(stranger.address, sign)).toBe(`eip155:31337:${stranger.address}`)
    const high = async (message: string) => {
      const { r, s, yParity } = parseSignature(await sign(message))
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      return serializeSignature({ r, s: numberToHex(order - BigInt(s), { size: 32 }), yParity: 1 - yParity })
    }
    expect(await outcome(stranger.address, high)).toBe('SIGNATURE_INVALID')
    const short = async (message: string) =>
      serializeCompactSignature(signatureToCompactSignature(parseSignature(await sign(message))))
    expect(await outcome(stranger.address, short)).toBe('SIGNATURE_INVALID')
  })

  test('without a client for its chain it is refused', async () => {
    const address = accountAt(salts.deployed)
    expect(await outcome(address, (message) => owner.signMessage({ message }), [])).toBe('SIGNATURE_INVALID')
  })
})

describe('several clients for a chain', () => {
  const broken = () => clientOf('http://127.0.0.1:9')

  test('the majority counts', async () => {
    const address = accountAt(salts.deployed)
    const sign = (message: string) => owner.signMessage({ message })
    const good = clientOf(chain.url)
    expect(await outcome(address, sign, [good, broken(), good])).toBe(`eip155:31337:${address}`)
    expect(await outcome(address, sign, [broken(), good, broken()])).toBe('CHAIN_UNREACHABLE')
  })

  test('a signature of a key needs no client', async () => {
    expect(await outcome(owner.address, (message) => owner.signMessage({ message }), [broken()])).toBe(
      `eip155:31337:${owner.address}`,
    )
  })
})

async function outcome(
  address: string,
  sign: (message: string) => Promise<string>,
  clients = [clientOf(chain.url)],
): Promise<string> {
  const store = testStore()
  const message = formatSiwxMessage(messageOf({ address, chainId: 'eip155:31337' }, store))
  return verifySiwx({
    message,
    signature: await sign(message),
    expected: expectations(store, { chainIds: ['eip155:31337'] }),
    clients: { 'eip155:31337': clients },
  }).then(
    ({ account }) => account,
    (error: { readonly reason?: string }) => error.reason ?? String(error),
  )
}

/** Asks the chain for what viem has no function for. */
function request(method: string, params: readonly unknown[]): Promise<unknown> {
  return http(chain.url)({}).request({ method, params })
}

function accountAt(salt: `0x${string}`): `0x${string}` {
  const bytecode = encodeDeployData({ ...contracts.Account, args: [owner.address] })
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
}

function creation(salt: `0x${string}`): `0x${string}` {
  return encodeFunctionData({
    abi: contracts.Factory.abi,
    functionName: 'create',
    args: [owner.address, salt],
  })
}

function clientOf(url: string) {
  return createClient({ chain: foundry, transport: http(url, { retryCount: 0, timeout: 4_000 }) })
}

function compile() {
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const { contracts: made } = JSON.parse(solc.compile(JSON.stringify(input)))
  const bytecodeOf = (name: string): `0x${string}` => `0x${made['a.sol'][name].evm.bytecode.object}`
  return {
    Account: { abi: parseAbi(['constructor(address owner)']), bytecode: bytecodeOf('Account') },
    Factory: {
      abi: parseAbi(['function create(address owner, bytes32 salt) returns (address)']),
      bytecode: bytecodeOf('Factory'),
    },
  }
}

async function startAnvil(): Promise<typeof chain> {
  const port = await freePort()
  const { platform, arch } = process
  const processor = arch === 'x64' ? 'amd64' : arch
  const program = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${platform}-${processor}/bin/anvil${platform === 'win32' ? '.exe' : ''}`,
  )
  const child = spawn(program, ['--port', String(port), '--silent'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const client = clientOf(url)
  for (;;) {
    const isUp = await getBlockNumber(client).then(
      () => true,
      () => child.exitCode !== null,
    )
    if (isUp) break
  }
  return { url, stop: () => void child.kill('SIGKILL') }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
