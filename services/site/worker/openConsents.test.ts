import { openLimit } from 'latchkey/frame'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { noRecords } from '../accounts/records.js'
import { localChain, signersOf, visitorKey } from '../testing/testWallet.js'
import type { Keeper } from './keeper.js'
import { createRequests } from './requests.js'
import { createTurns } from './turns.js'

const signers = signersOf(visitorKey)
const { address } = signers.eip155

function open() {
  const keeper = {
    addresses: async () => ({ eip155: address, solana: '' }),
    withSigners: (work: (own: typeof signers) => unknown) => work(signers),
  } as unknown as Keeper
  return createRequests({
    ...{ keeper, chains: [localChain], projectId: 'acme' },
    host: () => 'https://app.example',
    records: async () => ({ read: async () => noRecords, keep: async () => noRecords }),
    accountType: async () => 'eoa',
    switchChain: async () => undefined,
    lock: createTurns(),
  })
}

const request = (text: string) => ({
  method: 'personal_sign',
  params: [stringToHex(text), address],
  chainId: localChain.id,
})

test('the consent that shows can be approved, however many requests the page has open beside it', async () => {
  const requests = open()
  const shown = await requests.request(request('first'))
  if (shown.status !== 'ask') return expect.fail()
  await Promise.all(
    Array.from({ length: openLimit - 1 }, (_, count) => requests.request(request(`${count}`))),
  )
  expect(await requests.carryOut(shown.consent.id)).toMatch(/^0x[0-9a-f]{130}$/)
})

test('a consent is carried out once, and not after it was forgotten', async () => {
  const requests = open()
  const [one, other] = [await requests.request(request('one')), await requests.request(request('other'))]
  if (one.status !== 'ask' || other.status !== 'ask') return expect.fail()
  await requests.carryOut(one.consent.id)
  await requests.forget(other.consent.id)
  for (const { consent } of [one, other])
    await expect(requests.carryOut(consent.id)).rejects.toMatchObject({ reason: 'notShown' })
})
