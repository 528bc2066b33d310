import { afterEach, expect, test, vi } from 'vitest'
import type { Ledger } from '../settings.js'
import { balanceOn } from './balanceOn.js'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [1_234_567_890n, '1.2345 SOL'],
  [100_000n, '0.0001 SOL'],
  [0n, '0.0000 SOL'],
])('%d lamports on the local ledger are %s', async (lamports, text) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    const { id, method } = JSON.parse(body)
    asked.push(`${url} ${method}`)
    return Response.json({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: Number(lamports) } })
  })
  const ledger: Ledger = {
    namespace: 'solana',
    reference: 'LatchkeyLoca1SoLanaLedger1111111',
    name: 'Local Solana',
    rpcUrl: 'http://ledger.example',
    state: 'ready',
  }
  expect(await balanceOn(ledger, '11111111111111111111111111111111')).toBe(text)
  expect(asked).toEqual(['http://ledger.example getBalance'])
})
