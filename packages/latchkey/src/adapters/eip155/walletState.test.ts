import { expect, test } from 'vitest'
import { walletState } from './walletState.js'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

/** A wallet that gives these answers. */
const wallet = (eth_chainId: unknown, eth_accounts: unknown) => {
  const answers: { readonly [method: string]: unknown } = { eth_chainId, eth_accounts }
  return { request: async ({ method }: { readonly method: string }) => answers[method] }
}

test('is the chain of the wallet and its addresses, in the letters of their checksums', async () => {
  expect(await walletState(wallet('0xa', [account.toLowerCase(), other]))).toEqual({
    networkId: 'eip155:10',
    addresses: [account, other],
  })
  expect(await walletState(wallet('0x1', []))).toEqual({ networkId: 'eip155:1', addresses: [] })
})

test('leaves out what is no address', async () => {
  const { addresses } = await walletState(wallet('0x1', [account, 7, null, '0x12']))
  expect(addresses).toEqual([account])
})

test.each<[string, unknown, unknown, string]>([
  ['no chain', undefined, [account], 'eth_chainId'],
  ['chain id 0', '0x0', [account], 'eth_chainId'],
  ['no list of accounts', '0x1', account, 'eth_accounts'],
])('error: a wallet with %s', async (_, chainId, accounts, details) => {
  await expect(walletState(wallet(chainId, accounts))).rejects.toMatchObject({
    ...{ code: 'WALLET_ANSWER_INVALID', details },
  })
})

test('error: no wallet', async () => {
  await expect(walletState(undefined)).rejects.toMatchObject({ code: 'PROVIDER_UNDEFINED' })
})
