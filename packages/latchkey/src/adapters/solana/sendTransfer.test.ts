import { privateKeyOf } from '@latchkey/chain-solana'
import { SignError } from '@latchkey/sign-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toProviderError } from '../../connectors/walletConnect/toProviderError.js'
import type { Asked } from '../../core/transfers.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { connectSolanaWallet } from '../../testing/solana/openSolanaWallet.js'
import { scriptedNode } from '../../testing/solana/scriptedNode.js'
import { type SolanaWalletRequest, scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import { signTransaction } from '../../testing/solana/signTransaction.js'
import { buildTransaction } from './buildTransaction.js'
import { instructionsOf } from './instructions.js'
import { toBase58, toBase64 } from './SolanaWallet.js'
import { sendTransfer } from './sendTransfer.js'

const secret = privateKeyOf(0)
const { address: from } = scriptedSolanaWallet({ secret })
const { address: to } = scriptedSolanaWallet({ secret: privateKeyOf(4) })
const transfer = { from, to, units: 5n }
const fee = { most: '15000', about: '15000', terms: { units: '500', price: '20000000' } }
const blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const asked: Asked = { kind: 'transaction', terms: { blockhash, lastValid: '150' } }
const signature = toBase58(new Uint8Array(64).fill(7))
const wallet = 'Scripted Wallet'
const method = 'solana_signAndSendTransaction'
/** The wallet's signature of exactly what it is asked for. */
const genuine = toBase58(
  signTransaction(
    buildTransaction(
      from,
      blockhash,
      await instructionsOf(transfer, { units: 500n, price: 20_000_000n }, undefined),
    ),
    secret,
  ).slice(1, 65),
)

/** A transaction that the wallet signed and that pays somebody else. */
const elsewhere = signTransaction(
  buildTransaction(
    from,
    blockhash,
    await instructionsOf(
      { ...transfer, to: scriptedSolanaWallet({ secret: privateKeyOf(5) }).address },
      { units: 500n, price: 20_000_000n },
      undefined,
    ),
  ),
  secret,
)

afterEach(() => vi.unstubAllGlobals())

/** Sends by a wallet over the connection protocol. */
function sendRemotely(
  request: (asked: { readonly method: string }) => Promise<unknown>,
  answers: Parameters<typeof scriptedNode>[0] = {},
) {
  const { network } = scriptedNode(answers)
  const granted = () => ({ networkId: network.caipNetworkId, addresses: [from] })
  return sendTransfer({ provider: { request, granted }, network, transfer, asked, fee, wallet })
}

describe('over the connection protocol', () => {
  test('the signature is the id of what was sent', async () => {
    expect(await sendRemotely(async () => ({ signature: genuine }))).toEqual({
      kind: 'transaction',
      id: genuine,
    })
  })

  test('a wallet that allowed only to be asked for signatures signs, and the kit sends', async () => {
    const methods: string[] = []
    const sent = await sendRemotely(async ({ method }) => {
      methods.push(method)
      if (method === 'solana_signTransaction') return { signature: genuine }
      throw toProviderError(new SignError('METHOD_NOT_APPROVED'), { wallet, method })
    })
    expect(sent).toEqual({ kind: 'transaction', id: genuine })
    expect(methods).toEqual(['solana_signAndSendTransaction', 'solana_signTransaction'])
  })

  describe('a signature of something else', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    test('is the id if a node has that, however late: the wallet may have added a check', async () => {
      let looks = 0
      const getSignatureStatuses = () => {
        looks++
        const status = { slot: 1, err: null, confirmationStatus: 'processed' }
        return { context: { slot: 1 }, value: [looks < 5 ? null : status] }
      }
      const sending = sendRemotely(async () => ({ signature }), { getSignatureStatuses })
      await vi.advanceTimersByTimeAsync(0)
      while (looks < 5) await vi.advanceTimersByTimeAsync(1_000)
      expect(await sending).toEqual({ kind: 'transaction', id: signature })
    })

    test('that no node has leaves open whether it was sent', async () => {
      const getSignatureStatuses = () => ({ context: { slot: 1 }, value: [null] })
      const sending = sendRemotely(async () => ({ signature }), { getSignatureStatuses })
      const failed = expect(sending).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
      let isOver = false
      void failed.finally(() => {
        isOver = true
      })
      while (!isOver) await vi.advanceTimersByTimeAsync(1_000)
      await failed
    })
  })

  test.each([
    4100, 4901, 4902, 3001, 3002, 3003, 3004, 3005, 4200, 5001, 5002, 5003, 5100, 5101, 5102, 5103, 5104,
    -32601,
  ])('code %d of the wallet leaves open whether it has sent', async (wireCode) => {
    const error = new SignError('PEER_ERROR', { wireCode, details: 'no' })
    const sending = sendRemotely(() => Promise.reject(toProviderError(error, { wallet, method })))
    await expect(sending).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
  })

  test.each([
    [new SignError('METHOD_NOT_APPROVED'), 'METHOD_NOT_GRANTED'],
    [new SignError('CHAIN_NOT_APPROVED'), 'NETWORK_NOT_GRANTED'],
    [new SignError('REQUEST_TOO_LARGE'), 'REQUEST_TOO_LARGE'],
    [new SignError('PEER_ERROR', { wireCode: 4001 }), 'REQUEST_REJECTED'],
    [new SignError('PEER_ERROR', { wireCode: 5000 }), 'REQUEST_REJECTED'],
  ])('what the client did not send, and what the user refused, is clear: %s', async (error, code) => {
    const sending = sendRemotely(() => Promise.reject(toProviderError(error, { wallet, method })))
    await expect(sending).rejects.toMatchObject({ code })
  })
})

test('the budget that was noted goes before the one of the quote', async () => {
  const { network } = scriptedNode({})
  const { provider, asked: requests } = await connectSolanaWallet(network, {
    secret,
    features: ['signTransaction'],
  })
  const noted: Asked = { ...asked, terms: { ...asked.terms, units: '500', price: '7' } }
  await sendTransfer({ provider, network, transfer, asked: noted, fee, wallet })
  const budget = { units: 500n, price: 7n }
  const wanted = buildTransaction(from, blockhash, await instructionsOf(transfer, budget, undefined))
  expect(requests.at(-1)?.input.transaction).toEqual(wanted)
})

describe('in the page', () => {
  test('an account that the wallet no longer has: the wallet was not asked', async () => {
    const { network } = scriptedNode({})
    const { provider, asked: requests } = await connectSolanaWallet(network, { secret: privateKeyOf(5) })
    const sending = sendTransfer({ provider, network, transfer, asked, fee, wallet })
    await expect(sending).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(requests.filter((one) => one.method !== 'connect')).toEqual([])
  })

  test('a wallet that lost its method was not asked', async () => {
    const { network } = scriptedNode({})
    const { provider } = await connectSolanaWallet(network, { secret, features: ['signMessage'] })
    const sending = sendTransfer({ provider, network, transfer, asked, fee, wallet })
    await expect(sending).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  })

  test('a wallet that grants an account less than it can do is asked for that', async () => {
    const { network } = scriptedNode({})
    const granted = ['solana:signTransaction']
    const { provider, asked: requests } = await connectSolanaWallet(network, { secret, granted })
    await sendTransfer({ provider, network, transfer, asked, fee, wallet })
    expect(requests.at(-1)?.method).toBe('signTransaction')
    const none = await connectSolanaWallet(network, { secret, granted: ['solana:signMessage'] })
    const sending = sendTransfer({ ...none, network, transfer, asked, fee, wallet })
    await expect(sending).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
    expect(none.asked.filter(({ method }) => method !== 'connect')).toEqual([])
  })

  test.each(['signTransaction', 'signAndSendTransaction'])(
    'a wallet whose %s reads only the older format is asked in it',
    async (feature) => {
      const { network } = scriptedNode({ sendTransaction: () => genuine })
      const options = {
        secret,
        features: [feature],
        versions: ['legacy'],
        rpcUrl: network.rpcUrls.default.http[0],
      } as const
      const { provider, asked: requests } = await connectSolanaWallet(network, options)
      const sent = await sendTransfer({ provider, network, transfer, asked, fee, wallet })
      const work = await instructionsOf(transfer, { units: 500n, price: 20_000_000n }, undefined)
      const wanted = buildTransaction(from, blockhash, work, 'legacy')
      expect(requests.at(-1)?.input.transaction).toEqual(wanted)
      expect(sent.id).toBe(toBase58(signTransaction(wanted, secret).slice(1, 65)))
    },
  )

  test.each([[['legacy', 0]], [[0]], [[]], ['legacy'], [undefined]])(
    'a wallet that says it reads %j is asked in the usual format',
    async (versions) => {
      const { network } = scriptedNode({})
      const opened = await connectSolanaWallet(network, { secret, features: ['signTransaction'] })
      Object.assign(opened.wallet.features['solana:signTransaction' as 'standard:connect'], {
        supportedTransactionVersions: versions,
      })
      await sendTransfer({ ...opened, network, transfer, asked, fee, wallet })
      const work = await instructionsOf(transfer, { units: 500n, price: 20_000_000n }, undefined)
      expect(opened.asked.at(-1)?.input.transaction).toEqual(buildTransaction(from, blockhash, work))
    },
  )

  test('the id is known even if the node answers with an error to what the wallet signed', async () => {
    const { network, asked: calls } = scriptedNode({})
    const { provider } = await connectSolanaWallet(network, { secret, features: ['signTransaction'] })
    const sent = await sendTransfer({ provider, network, transfer, asked, fee, wallet })
    expect(sent.id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/)
    expect(calls).toContain('sendTransaction')
  })

  test.each([
    ['another transaction', 'TRANSFER_ALTERED', { signedTransaction: elsewhere }],
    ['unreadable bytes', 'WALLET_ANSWER_UNCLEAR', { signedTransaction: new Uint8Array(200).fill(7) }],
    ['no transaction', 'WALLET_ANSWER_INVALID', { signedTransaction: 'nothing' }],
    ['nothing', 'WALLET_ANSWER_INVALID', undefined],
  ])(
    '%s as the answer of a wallet that only signs is %s: nothing is put on the chain',
    async (...[, code, answer]) => {
      const { network, asked: calls } = scriptedNode({})
      const options = { secret, features: ['signTransaction'] } as const
      const { provider } = await connectSolanaWallet(network, {
        ...options,
        answer: ({ method }, honest) => (method === 'signTransaction' ? answer : honest()),
      })
      const sending = sendTransfer({ provider, network, transfer, asked, fee, wallet })
      const failure = await sending.catch((error: unknown) => error)
      expect(failure).toMatchObject({ code })
      // The wallet may have broadcast what it did not show, and also what it did.
      expect(saysNotDone(failure)).toBe(false)
      expect(calls).toEqual([])
    },
  )

  test.each([
    // It changes the kit's bytes, with which its answer is compared.
    [
      'the bytes that it was asked for',
      ({ input }: SolanaWalletRequest) => {
        input.transaction?.set(elsewhere)
        return { signedTransaction: elsewhere }
      },
    ],
    [
      'its answer after giving it',
      async (_: SolanaWalletRequest, honest: () => Promise<unknown>) => {
        const answer = (await honest()) as { readonly signedTransaction: Uint8Array }
        setTimeout(() => answer.signedTransaction.set(elsewhere))
        return answer
      },
    ],
  ])('a wallet that only signs, and changes %s, puts nothing of its own on the chain', async (_, alter) => {
    const put: unknown[] = []
    const { network } = scriptedNode({ sendTransaction: ([wire]) => put.push(wire) })
    const { provider } = await connectSolanaWallet(network, {
      secret,
      features: ['signTransaction'],
      answer: (request, honest) => (request.method === 'signTransaction' ? alter(request, honest) : honest()),
    })
    await sendTransfer({ provider, network, transfer, asked, fee, wallet }).catch(() => {})
    expect(put).not.toContain(toBase64(elsewhere))
  })

  test('an error that the wallet has thrown before it was asked says nothing once it was', async () => {
    const { network } = scriptedNode({})
    const error = new Error('no')
    const opened = await connectSolanaWallet(network, {
      secret,
      features: ['signTransaction'],
      answer({ method }, honest) {
        if (method === 'signTransaction') throw error
        return honest()
      },
    })
    const [account = {}] = opened.wallet.accounts
    let reads = 0
    const throwsOnce = () => {
      if (reads++ === 1) throw error
      return ['solana:signTransaction']
    }
    const own = Object.defineProperty({ ...account }, 'features', { get: throwsOnce })
    Object.defineProperty(opened.wallet, 'accounts', { get: () => [own] })
    const send = () => sendTransfer({ ...opened, network, transfer, asked, fee, wallet })
    await expect(send()).rejects.toSatisfy(saysNotDone)
    await expect(send()).rejects.not.toSatisfy(saysNotDone)
  })

  test('a signature that comes after the visitor has given up is not put on the chain', async () => {
    const { network, asked: calls } = scriptedNode({})
    const { provider } = await connectSolanaWallet(network, { secret, features: ['signTransaction'] })
    const isWanted = () => false
    const sending = sendTransfer({ provider, network, transfer, asked, fee, wallet, isWanted })
    await expect(sending).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
    expect(calls).toEqual([])
  })
})
