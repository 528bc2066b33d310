import {
  type Address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ledger, localGenesisHash, mints, startLedger } from '../../../../../chains/solana/src/index.js'
import { type Services, startServices } from '../../../index.js'

const chainId = `solana:${localGenesisHash.slice(0, 32)}`
let ledger: Ledger
let services: Services

beforeAll(async () => {
  ledger = await startLedger({ slotMs: 0 })
  services = await startServices({
    services: ['blockchain'],
    settings: { chains: [`${chainId}=${ledger.url}`], logLevel: 'error' },
  })
})
afterAll(async () => {
  await services?.close()
  await ledger?.close()
})

const rpc = () => createSolanaRpc(`${services.url}/v1/?chainId=${chainId}`)

/** A signed transfer of lamports from the visitor, in base64. */
async function signedTransfer(lamports: bigint, to: Address) {
  const { visitor } = ledger.people
  const { value: latest } = await rpc().getLatestBlockhash().send()
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(visitor, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(latest, one),
    (one) =>
      appendTransactionMessageInstruction(
        {
          programAddress: '11111111111111111111111111111111' as Address,
          accounts: [
            { address: visitor.address, role: 3 },
            { address: to, role: 1 },
          ],
          data,
        },
        one,
      ),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}

test('@solana/kit reads balances, accounts and tokens of a ledger through the service', async () => {
  const { visitor } = ledger.people
  expect((await rpc().getBalance(visitor.address).send()).value).toBe(100_000_000_000n)
  const filter = { mint: mints.coin.address as Address }
  const held = await rpc().getTokenAccountsByOwner(visitor.address, filter, { encoding: 'jsonParsed' }).send()
  expect(held.value[0]?.account.data.parsed.info.tokenAmount.amount).toBe('1000000000')
  expect(await rpc().getGenesisHash().send()).toBe(localGenesisHash)
})

test('@solana/kit sends a transaction through the service, twice, and it is carried out once', async () => {
  const { stranger } = ledger.people
  const before = (await rpc().getBalance(stranger.address).send()).value
  const wire = await signedTransfer(1_000_000n, stranger.address)
  const send = () => rpc().sendTransaction(wire, { encoding: 'base64' }).send()
  const id = await send()
  ledger.chain.advance()
  expect(await send()).toBe(id)
  ledger.chain.advance()
  const { value } = await rpc()
    .getSignatureStatuses([signature(id)])
    .send()
  expect(value[0]?.err).toBeNull()
  expect((await rpc().getBalance(stranger.address).send()).value).toBe(before + 1_000_000n)
})

test('@solana/kit gets the reason why a node refuses a transaction', async () => {
  const wire = await signedTransfer(10n ** 15n, ledger.people.stranger.address)
  const error = await rpc()
    .sendTransaction(wire, { encoding: 'base64' })
    .send()
    .catch((cause: unknown) => cause)
  expect(error).toMatchObject({ context: { __code: -32002, logs: expect.any(Array) } })
})

test('the service lists the chain, also for subscriptions', async () => {
  const listed = await (await fetch(`${services.url}/v1/supported-chains`)).json()
  expect(listed).toEqual({ http: [chainId], ws: [chainId] })
})

test('an account of Solana has no list of look-alikes, which is no failure', async () => {
  const owner = '11111111111111111111111111111112'
  const path = `${services.url}/v1/account/${owner}/lookalikes?start=abcdefg&end=gfedcba`
  const answer = await fetch(path)
  expect([answer.status, await answer.json()]).toEqual([200, { addresses: [] }])
})
