import { localGenesisHash, privateKeyOf } from '@latchkey/chain-solana'
import { type Address, signature as checked, getPublicKeyFromAddress, verifySignature } from '@solana/kit'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test, vi } from 'vitest'
import type { SignParameters } from '../../core/adapter.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import { parseSiwxMessage } from '../../siwx/message/parseSiwxMessage.js'
import { connectSolanaWallet, localSolana } from '../../testing/solana/openSolanaWallet.js'
import { scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import { signTransaction } from '../../testing/solana/signTransaction.js'
import { guardProvider } from './guardProvider.js'
import { fromBase58, toBase58, toBase64 } from './SolanaWallet.js'
import { solana } from './solana.js'

const network = localSolana('http://127.0.0.1:1', localGenesisHash)
const secret = privateKeyOf(0)
const { address } = scriptedSolanaWallet({ secret })
const { signMessage, signIn } = solana()
const networkId = network.caipNetworkId
const mainnet = localSolana('http://127.0.0.1:1', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')

async function isSigned(text: string, signature: string): Promise<boolean> {
  const key = await getPublicKeyFromAddress(address as Address)
  const bytes = fromBase58(checked(signature))
  return verifySignature(key, bytes as never, new TextEncoder().encode(text))
}

const who = (provider: unknown): Omit<SignParameters, 'message'> => ({
  provider,
  address,
  networkId,
  wallet: 'Scripted Wallet',
})

type Signed = { readonly message: string; readonly signature: string }

const onMainnet = (provider: unknown) => ({ ...who(provider), networkId: mainnet.caipNetworkId })

/** The provider of a wallet over the connection protocol. */
const remote = (answers: { readonly [method: string]: (params: never) => unknown }) => ({
  request: async ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    answers[method]?.(params as never),
  granted: () => ({ networkId, addresses: [address] }),
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The answer of a wallet over the connection protocol that has this key. */
async function signedBy(key: Uint8Array, message: Uint8Array) {
  const { wallet } = scriptedSolanaWallet({ secret: key })
  const feature = wallet.features['solana:signMessage' as 'standard:connect'] as unknown as {
    signMessage(input: object): Promise<readonly { readonly signature: Uint8Array }[]>
  }
  const [answer] = await feature.signMessage({ message })
  return { signature: toBase58(answer?.signature ?? new Uint8Array()) }
}

describe('messages', () => {
  test('a wallet in the page signs a text', async () => {
    const { provider } = await connectSolanaWallet(network, { secret })
    const signature = await signMessage({ ...who(provider), message: 'hello' })
    expect(await isSigned('hello', signature)).toBe(true)
    expect(await isSigned('hello!', signature)).toBe(false)
  })

  test('a wallet over the connection protocol signs a text', async () => {
    const provider = remote({
      solana_signMessage({ message, pubkey }: { readonly message: string; readonly pubkey: string }) {
        expect(pubkey).toBe(address)
        return signedBy(secret, fromBase58(message))
      },
    })
    expect(await isSigned('hello', await signMessage({ ...who(provider), message: 'hello' }))).toBe(true)
  })

  test.each<[string, unknown, string]>([
    ['63 bytes', [{ signature: new Uint8Array(63) }], 'WALLET_ANSWER_INVALID'],
    ['text', [{ signature: 'abc' }], 'WALLET_ANSWER_INVALID'],
    ['nothing', undefined, 'WALLET_ANSWER_INVALID'],
    ['two signatures', [{}, {}], 'WALLET_ANSWER_INVALID'],
  ])('a wallet that answers with %s is not believed', async (_, answers, code) => {
    const { provider, wallet } = await connectSolanaWallet(network, { secret })
    const features = wallet.features as { [name: string]: object }
    features['solana:signMessage'] = { signMessage: async () => answers }
    await expect(signMessage({ ...who(provider), message: 'hello' })).rejects.toMatchObject({ code })
  })

  test('a wallet that signs another text than ours is not believed', async () => {
    const { provider } = await connectSolanaWallet(network, {
      secret,
      answer: ({ method }, honest) =>
        method === 'signMessage'
          ? { signature: new Uint8Array(64), signedMessage: new Uint8Array(5) }
          : honest(),
    })
    await expect(signMessage({ ...who(provider), message: 'hello' })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
  })

  test('a wallet that changes the bytes that it was asked for has not signed them', async () => {
    const { provider } = await connectSolanaWallet(network, {
      secret,
      answer({ method, input }, honest) {
        if (method === 'signMessage') input.message?.fill(65)
        return honest()
      },
    })
    const message = bytesOf('hello')
    await expect(signMessage({ ...who(provider), message })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
    expect(message).toEqual(bytesOf('hello'))
  })

  test('a signature of another text, or by another account, is not believed', async () => {
    const ask = (answer: () => unknown) => {
      const provider = remote({ solana_signMessage: answer })
      const guarded = guardProvider({ provider, gate: (_, send) => send() })
      return [signMessage({ ...who(provider), message: 'hello' }), guarded.signMessage(bytesOf('hello'))]
    }
    const fulfilled = { status: 'fulfilled' }
    const honest = ask(() => signedBy(secret, bytesOf('hello')))
    expect(await Promise.allSettled(honest)).toMatchObject([fulfilled, fulfilled])
    const refused = { status: 'rejected', reason: { code: 'WALLET_ANSWER_INVALID' } }
    for (const [key, text] of [
      [secret, 'hello!'],
      [privateKeyOf(4), 'hello'],
    ] as const) {
      const lying = ask(() => signedBy(key, bytesOf(text)))
      expect(await Promise.allSettled(lying)).toMatchObject([refused, refused])
    }
  })

  test('a wallet that does not sign messages says which method it lacks', async () => {
    const { provider } = await connectSolanaWallet(network, {
      secret,
      features: ['signTransaction'],
    })
    await expect(signMessage({ ...who(provider), message: 'hello' })).rejects.toMatchObject({
      code: 'WALLET_METHOD_UNSUPPORTED',
      message: 'the method solana:signMessage is not supported by the wallet',
    })
  })
})

describe('signing in', () => {
  const { statement, ...parts } = {
    domain: 'app.example',
    address,
    statement: 'Sign in to the app.',
    uri: 'https://app.example',
    version: '1',
    chainId: mainnet.caipNetworkId,
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-23T09:00:00.000Z',
    expirationTime: '2026-11-23T10:00:00.000Z',
    resources: ['https://app.example/terms'],
  } as const
  const message = formatSiwxMessage({ ...parts, statement })

  test.each([
    ['', message],
    [' of a host that says nothing of its own', formatSiwxMessage(parts)],
    [' without resources', formatSiwxMessage({ ...parts, resources: undefined })],
  ])(
    'by the method of the wallet, which composes the text with the name of the cluster%s',
    async (_, message) => {
      const { provider, asked } = await connectSolanaWallet(mainnet, { secret })
      asked.length = 0
      const signed = (await signIn?.({ ...onMainnet(provider), message })) as Signed | undefined
      expect(asked).toMatchObject([{ method: 'signIn', input: { chainId: 'mainnet' } }])
      expect(signed?.message).toBe(message.replace(`Chain ID: ${mainnet.id}`, 'Chain ID: mainnet'))
      expect(await isSigned(signed?.message ?? '', signed?.signature ?? '')).toBe(true)
      expect(parseSiwxMessage(signed?.message ?? '')?.chainId).toBe(mainnet.caipNetworkId)
    },
  )

  test('a statement that looks like the line of the chain is left alone', async () => {
    const said = formatSiwxMessage({ ...parts, statement: `Chain ID: ${mainnet.id}` })
    const { provider } = await connectSolanaWallet(mainnet, { secret })
    const signed = (await signIn?.({ ...onMainnet(provider), message: said })) as Signed | undefined
    expect(signed?.message).toContain(`\nChain ID: ${mainnet.id}\n\nURI`)
    expect(signed?.message).toContain('\nChain ID: mainnet\nNonce')
  })

  test('a cluster without a name is not known to the method: the kit asks for the text as a message', async () => {
    const { provider, asked } = await connectSolanaWallet(network, { secret })
    asked.length = 0
    const local = formatSiwxMessage({ ...parts, chainId: networkId })
    expect(await signIn?.({ ...who(provider), message: local })).toBeUndefined()
    expect(asked).toEqual([])
  })

  test.each<[string, Partial<scriptedSolanaWallet.Parameters>]>([
    ['has no such method', { features: ['signMessage'] }],
    ['signs another text', { answer: scripted(() => strange) }],
    [
      'signs with another key',
      { answer: scripted(() => ({ ...strange, signedMessage: new TextEncoder().encode(message) })) },
    ],
    ['fails', { answer: scripted(() => Promise.reject(new Error('chain id not supported'))) }],
  ])('a wallet that %s is asked for nothing else: that is up to the kit', async (_, options) => {
    const { provider, asked } = await connectSolanaWallet(mainnet, { secret, ...options })
    expect(await signIn?.({ ...onMainnet(provider), message })).toBeUndefined()
    expect(asked.map(({ method }) => method)).not.toContain('signMessage')
  })

  test('a refusal by the user ends it', async () => {
    const refuse = () => Promise.reject(new Error('User rejected the request.'))
    const { provider } = await connectSolanaWallet(mainnet, { secret, answer: scripted(refuse) })
    await expect(signIn?.({ ...onMainnet(provider), message })).rejects.toMatchObject({
      code: 'REQUEST_REJECTED',
    })
  })
})

const strange = { account: { address }, signedMessage: new Uint8Array(9), signature: new Uint8Array(64) }

/** A wallet that answers a request to sign in so. */
function scripted(answer: () => unknown): NonNullable<scriptedSolanaWallet.Parameters['answer']> {
  return ({ method }, honest) => (method === 'signIn' ? answer() : honest())
}

describe('the provider for apps', () => {
  const payer = Keypair.fromSeed(secret)
  const move = SystemProgram.transfer({
    fromPubkey: payer.publicKey,
    toPubkey: PublicKey.default,
    lamports: 5,
  })
  const recentBlockhash = PublicKey.default.toBase58()
  const legacy = () => {
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      blockhash: recentBlockhash,
      lastValidBlockHeight: 1,
    })
    return transaction.add(move)
  }
  const versioned = () =>
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash,
        instructions: [move],
      }).compileToV0Message(),
    )
  const open = async () =>
    guardProvider({
      provider: (await connectSolanaWallet(network, { secret })).provider,
      gate: (_, ask) => ask(),
    })

  test('transactions of web3.js come back signed, each in its own form', async () => {
    const provider = await open()
    const signed = await provider.signTransaction(legacy())
    expect(signed).toBeInstanceOf(Transaction)
    expect(signed.verifySignatures()).toBe(true)
    const [one, two] = await provider.signAllTransactions([versioned(), versioned()])
    expect(one).toBeInstanceOf(VersionedTransaction)
    expect(one?.signatures[0]).toEqual(two?.signatures[0])
    expect(one?.signatures[0]?.some((byte) => byte !== 0)).toBe(true)
  })

  test('bytes come back as bytes, and the app sends with its own connection', async () => {
    const provider = await open()
    const wire = versioned().serialize()
    expect(await provider.signTransaction(wire)).toEqual(signTransaction(wire, secret))
    const sent: Uint8Array[] = []
    const connection = { sendRawTransaction: async (bytes: Uint8Array) => String(sent.push(bytes)) }
    expect(await provider.sendTransaction(versioned(), connection)).toBe('1')
    expect(sent).toEqual([signTransaction(wire, secret)])
  })

  test('what the app does to its bytes while the gate decides reaches no wallet', async () => {
    const wire = versioned().serialize()
    const given = Uint8Array.from(wire)
    const message = bytesOf('hello')
    const provider = guardProvider({
      provider: (await connectSolanaWallet(network, { secret })).provider,
      gate(_, ask) {
        given.fill(7)
        message.fill(7)
        return ask()
      },
    })
    expect(await provider.signTransaction(given)).toEqual(signTransaction(wire, secret))
    const open = await connectSolanaWallet(network, { secret })
    const honest = guardProvider({ provider: open.provider, gate: (_, ask) => ask() })
    message.set(bytesOf('hello'))
    expect(await provider.signMessage(message)).toEqual(await honest.signMessage(bytesOf('hello')))
  })

  test.each([
    { preflightCommitment: 'soon' },
    { skipPreflight: 'yes' },
    { maxRetries: -1 },
    { maxRetries: 1.5 },
    { minContextSlot: '7' },
    'confirmed',
  ])('options that no node knows are refused before anybody is asked: %o', async (options) => {
    const gate = vi.fn()
    const { provider: own } = await connectSolanaWallet(network, { secret })
    const provider = guardProvider({ provider: own, gate })
    const attempt = provider.signAndSendTransaction(versioned(), options as never)
    await expect(attempt).rejects.toThrow('not an option of Solana')
    const connection = { sendRawTransaction: vi.fn(async () => '1') }
    const byApp = provider.sendTransaction(versioned(), connection, options as never)
    await expect(byApp).rejects.toThrow('not an option of Solana')
    expect(gate).not.toHaveBeenCalled()
    expect(connection.sendRawTransaction).not.toHaveBeenCalled()
  })

  test('options of nodes reach the wallet, and nothing beside them', async () => {
    const options = { skipPreflight: true, preflightCommitment: 'singleGossip', maxRetries: 0 } as const
    const given = remote({
      solana_signAndSendTransaction({ sendOptions }: { readonly sendOptions: unknown }) {
        expect(sendOptions).toEqual(options)
        return { signature: toBase58(new Uint8Array(64)) }
      },
    })
    const provider = guardProvider({ provider: given, gate: (_, ask) => ask() })
    const more = { ...options, encoding: 'base58' }
    expect(await provider.signAndSendTransaction(versioned(), more)).toBe('1'.repeat(64))
  })

  test('it names the connected account, and refuses what is no transaction', async () => {
    const provider = await open()
    expect(await provider.connect()).toBe(address)
    expect(await provider.getAccounts()).toEqual([address])
    await expect(provider.signTransaction({})).rejects.toThrow('not a Solana transaction')
  })

  test('over the connection protocol, a wallet may return only its signature', async () => {
    const wire = versioned().serialize()
    const signature = signTransaction(wire, secret).slice(1, 65)
    const given = remote({
      solana_signTransaction({ transaction }: { readonly transaction: string }) {
        expect(transaction).toBe(toBase64(wire))
        return { signature: toBase58(signature) }
      },
    })
    const provider = guardProvider({ provider: given, gate: (_, ask) => ask() })
    expect(await provider.signTransaction(wire)).toEqual(signTransaction(wire, secret))
  })

  describe('a signature alone', () => {
    const other = Keypair.fromSeed(privateKeyOf(1))
    /** Another account pays; ours signs second. */
    const shared = () =>
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: other.publicKey,
          recentBlockhash,
          instructions: [move],
        }).compileToV0Message(),
      ).serialize()
    const guarded = (signature: Uint8Array) =>
      guardProvider({
        provider: remote({ solana_signTransaction: () => ({ signature: toBase58(signature) }) }),
        gate: (_, ask) => ask(),
      })

    test('goes where its account stands among the signers', async () => {
      const wire = shared()
      const signed = signTransaction(wire, secret)
      expect(await guarded(signed.slice(65, 129)).signTransaction(wire)).toEqual(signed)
    })

    test('of something else, or of an account that signs nothing, is refused', async () => {
      const invalid = { code: 'WALLET_ANSWER_INVALID' }
      const wire = shared()
      await expect(guarded(new Uint8Array(64).fill(1)).signTransaction(wire)).rejects.toMatchObject(invalid)
      const foreign = new VersionedTransaction(
        new TransactionMessage({
          payerKey: other.publicKey,
          recentBlockhash,
          instructions: [],
        }).compileToV0Message(),
      ).serialize()
      const own = signTransaction(wire, secret).slice(65, 129)
      await expect(guarded(own).signTransaction(foreign)).rejects.toMatchObject(invalid)
    })
  })

  test('it acts with the account that the visitor has chosen in the kit', async () => {
    const asked: string[] = []
    const chosen = Keypair.fromSeed(privateKeyOf(1)).publicKey.toBase58()
    const requester = remote({
      solana_signMessage({ message, pubkey }: { readonly message: string; readonly pubkey: string }) {
        asked.push(pubkey)
        return signedBy(privateKeyOf(1), fromBase58(message))
      },
    })
    const granted = () => ({ networkId, addresses: [address, chosen] })
    const provider = guardProvider({
      provider: { ...requester, granted },
      gate: (_, ask) => ask(),
      active: () => chosen,
    })
    expect(await provider.connect()).toBe(chosen)
    expect(await provider.getAccounts()).toEqual([chosen, address])
    await provider.signMessage(new Uint8Array(3))
    expect(asked).toEqual([chosen])
  })
})
