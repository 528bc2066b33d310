import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import type { Chain } from '../accounts/Chain.js'
import type { allows } from '../accounts/permissions/allows.js'
import type { Refusal } from '../accounts/Refusal.js'
import type { Rpc } from '../accounts/Rpc.js'
import { noRecords, type WalletRecords } from '../accounts/records.js'
import type { Signers } from '../accounts/Signers.js'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import type { Outcome } from '../consent/carry/Outcome.js'
import { carryOut } from '../consent/carryOut.js'
import type { ReadContext } from '../consent/ReadContext.js'
import { type Reading, read } from '../consent/read.js'

/** The key of the first account of the development phrase, which everybody knows. */
export const visitorKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const localChain: Chain = {
  id: 'eip155:31337',
  name: 'Local One',
  coin: { symbol: 'ETH', decimals: 18 },
}

/** Signers as the wallet's worker has them, for a private key of each family. */
export function signersOf(key: Hex, solanaKey: Uint8Array = new Uint8Array(32).fill(7)): Signers {
  const { address, publicKey } = privateKeyToAccount(key)
  return {
    eip155: {
      address,
      publicKey: hexToBytes(publicKey),
      async signDigest(hash) {
        const { r, s, yParity } = await sign({ hash: bytesToHex(hash), privateKey: key, to: 'object' })
        return Uint8Array.of(...hexToBytes(r), ...hexToBytes(s), yParity ?? 0)
      },
    },
    solana: {
      publicKey: ed25519.getPublicKey(solanaKey),
      sign: (bytes) => ed25519.sign(bytes, solanaKey),
    },
  }
}

/** A node that must not be asked. */
export const noNode: Rpc = (_, method) => Promise.reject(new Error(`unexpected: ${method}`))

/** A wallet in a test: reads requests of a page and carries them out, and remembers. */
export function testWallet(parts: testWallet.Parameters) {
  const signers = parts.signers ?? signersOf(visitorKey)
  let records: WalletRecords = parts.records ?? noRecords
  let count = 0
  const state = {
    origin: 'https://app.example',
    type: 'eoa' as ReadContext['account']['type'],
    now: Date.parse('2026-11-25T12:00:00Z'),
    ...parts.state,
  }

  const context = (): ReadContext => ({
    origin: state.origin,
    account: {
      eip155: signers.eip155.address as Hex,
      solana: base58.encode(signers.solana.publicKey),
      type: state.type,
    },
    chains: parts.chains ?? [localChain],
    rpc: parts.rpc,
    bundler: parts.bundler,
    paymaster: parts.paymaster,
    records,
    now: () => state.now,
    randomBytes(length) {
      count += 1
      return new Uint8Array(length).fill(count)
    },
  })

  const ask = (method: string, params: unknown, chainId: CaipNetworkId = 'eip155:31337'): Promise<Reading> =>
    read({ method, params, chainId }, context())

  return {
    state,
    signers,
    context,
    read: ask,
    records: () => records,
    /** The consent that a request leads to. */
    async consent(method: string, params: unknown, chainId?: CaipNetworkId): Promise<ConsentRequest> {
      const reading = await ask(method, params, chainId)
      if (reading.status !== 'ask') throw new Error(`no consent but ${reading.status}`)
      return reading.consent
    },
    /** Why a request is refused. */
    async refusal(method: string, params: unknown, chainId?: CaipNetworkId): Promise<Refusal> {
      const reading = await ask(method, params, chainId).catch((error: unknown) => error)
      if (!(reading instanceof Error)) throw new Error('not refused')
      return reading as Refusal
    },
    approve: (consent: ConsentRequest, permission?: allows.Request, rpc: Rpc = parts.rpc): Promise<Outcome> =>
      carryOut(consent, signers, {
        rpc,
        bundler: parts.bundler,
        chains: parts.chains ?? [localChain],
        keep: async (change) => {
          records = change(records)
          return records
        },
        now: () => state.now,
        wait: async (milliseconds) => {
          state.now += milliseconds
          await new Promise((resolve) => setTimeout(resolve, 20))
        },
        permission,
      }),
    /** Reads a request, approves it, and returns its result. */
    async request(method: string, params: unknown, chainId?: CaipNetworkId): Promise<unknown> {
      const reading = await ask(method, params, chainId)
      if (reading.status === 'answer') return reading.result
      if (reading.status !== 'ask' && reading.status !== 'carry')
        throw new Error(`not asked: ${reading.status}`)
      const permission = reading.status === 'carry' ? reading.permission : undefined
      const outcome = await this.approve(reading.consent, permission)
      if (outcome.status !== 'done') throw new Error(`${outcome.status}: ${outcome.error.message}`)
      return outcome.result
    },
  }
}

export declare namespace testWallet {
  type Parameters = {
    readonly rpc: Rpc
    readonly bundler?: Rpc | undefined
    readonly paymaster?: Rpc | undefined
    readonly chains?: readonly Chain[] | undefined
    readonly signers?: Signers | undefined
    readonly records?: WalletRecords | undefined
    readonly state?:
      | { readonly origin?: string; readonly type?: 'eoa' | 'smartAccount'; readonly now?: number }
      | undefined
  }
}

/** The warnings of a consent, most severe first: `danger unlimited`. */
export const warningsOf = ({ warnings }: ConsentRequest): readonly string[] =>
  warnings.map(({ severity, key }) => `${severity} ${key}`)
