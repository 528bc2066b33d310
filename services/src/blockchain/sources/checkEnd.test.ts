import { expect, test } from 'vitest'
import { NodeError, type RpcReply } from '../../outbound/post.js'
import type { Entry, Hex, Place } from '../history/Entry.js'
import { checkEnd } from './checkEnd.js'

const account: Hex = `0x${'a1'.repeat(20)}`
const other: Hex = `0x${'b2'.repeat(20)}`
const entry = (from: Hex): Entry => ({
  hash: `0x${'1'.repeat(64)}`,
  block: 7,
  index: 0,
  minedAt: 1_700_000_000_000,
  status: 'confirmed',
  from,
  to: other,
  nonce: 0,
  selector: '0x',
  isOwn: from === account,
  movements: [],
  approvals: [],
})
const place: Place = { minedAt: 1_700_000_000_000, block: 9, index: 0 }

type Case = {
  readonly entries?: readonly Entry[]
  readonly floor?: Place
  readonly before?: Place
  /** What the chain says; an error where it says nothing. */
  readonly sent?: string
  readonly code?: string
  readonly held?: string
}

test.each<[string, Case, string]>([
  ['nothing was sent, and nothing is held', {}, 'possible'],
  ['something was sent', { sent: '0x1' }, 'refuted'],
  [
    'something was sent by an account that delegated',
    { sent: '0x1', code: `0xef0100${'c3'.repeat(20)}` },
    'refuted',
  ],
  ['a contract has a count', { sent: '0x1', code: '0x6001' }, 'possible'],
  ['a contract holds coin', { sent: '0x1', code: '0x6001', held: '0x1' }, 'refuted'],
  ['coin is held', { held: '0x1' }, 'refuted'],
  ['coin is held, and the page shows from where', { held: '0x1', entries: [entry(other)] }, 'possible'],
  ['only received is told, and something was sent', { sent: '0x2', entries: [entry(other)] }, 'refuted'],
  [
    'only received is told, and others raised the count of an account that delegated',
    { sent: '0x14', code: `0xef0100${'c3'.repeat(20)}`, entries: [entry(other)] },
    'possible',
  ],
  [
    'a later page that is empty, and the account delegated',
    { sent: '0x14', code: `0xef0100${'c3'.repeat(20)}`, before: place },
    'possible',
  ],
  ['own transactions are told', { sent: '0x2', entries: [entry(account)] }, 'possible'],
  ['more may follow', { sent: '0x2', floor: place }, 'possible'],
  ['a later page, and something was sent before it', { sent: '0x2', before: place }, 'refuted'],
  ['a later page, and coin is held now', { held: '0x2', before: place }, 'possible'],
  ['a later page, and the node keeps no old states', { sent: 'error', before: place }, 'possible'],
  ['a later page after one of another chain', { sent: '0x2', before: { ...place, block: 0 } }, 'possible'],
  ['the chain does not say what was sent', { sent: 'error' }, 'unknown'],
  ['the chain does not say what is held', { held: 'error' }, 'unknown'],
  ['the chain does not say whether it is a contract', { sent: '0x1', code: 'error' }, 'unknown'],
])(
  'a last page: %s',
  async (_name, { entries = [], floor, before, sent = '0x0', code = '0x', held = '0x0' }, verdict) => {
    const answers: { readonly [method: string]: string } = {
      eth_getTransactionCount: sent,
      eth_getCode: code,
      eth_getBalance: held,
    }
    const asked: unknown[] = []
    const nodes = {
      chainId: 'eip155:1' as const,
      async ask(calls: readonly { readonly method: string; readonly params?: unknown }[]) {
        return calls.map(({ method, params }): RpcReply => {
          asked.push(params)
          const result = answers[method]
          return result === 'error' ? { error: { code: -32000, message: 'missing' } } : { result }
        })
      },
    }
    const page = { entries, floor, facts: new Map() }
    const options = { before, signal: new AbortController().signal }
    expect(await checkEnd(nodes, page, account, options)).toBe(verdict)
    // Block 8 is the last one before the place.
    if (asked.length > 0) expect(asked[0]).toEqual([account, before === undefined ? 'latest' : '0x8'])
  },
)

test('a chain that does not answer at all: unknown', async () => {
  const nodes = { chainId: 'eip155:1' as const, ask: () => Promise.reject(new NodeError('broken')) }
  const options = { before: undefined, signal: new AbortController().signal }
  expect(await checkEnd(nodes, { entries: [], facts: new Map() }, account, options)).toBe('unknown')
})
