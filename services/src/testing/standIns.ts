import {
  account,
  art,
  type Deed,
  gasOf,
  gasPrice,
  hex,
  items,
  logsOf,
  timeOf,
  token,
  word,
} from './syntheticChain.js'
import { tokenDecimals, tokensHeld } from './syntheticContracts.js'

/**
 * Stand-ins for indexers that tell of the synthetic chain in their documented shapes. Each answers a request of one of
 * them: the path with its query, and the body.
 */
export type StandIn = (path: string, body: string) => object

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
type Transfer = {
  readonly deed: Deed
  readonly kind: 'erc20' | 'erc721' | 'erc1155'
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly id: bigint
  readonly units: bigint
}

const sideOf = (topic = '') => `0x${topic.slice(26)}`
const isMine = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === account || to === account

function transfersOf(deed: Deed): readonly Transfer[] {
  return (logsOf(deed) as unknown as readonly Log[]).flatMap(
    ({ address, topics, data }): readonly Transfer[] => {
      const common = { deed, contract: address }
      if (deed.kind === 'approve' || ![token, art, items].includes(address as typeof token)) return []
      const [, first, second, third = '0x0'] = topics
      if (address === items) {
        const [id, units] = [BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66)}`)]
        return [{ ...common, kind: 'erc1155', from: sideOf(second), to: sideOf(third), id, units }]
      }
      const ends = { from: sideOf(first), to: sideOf(second) }
      return address === art
        ? [{ ...common, kind: 'erc721', ...ends, id: BigInt(third), units: 1n }]
        : [{ ...common, kind: 'erc20', ...ends, id: 0n, units: BigInt(data) }]
    },
  )
}

const paidOf = (deed: Deed) =>
  deed.payout > 0n ? [{ from: deed.to, to: deed.from, value: deed.payout }] : []

/** Etherscan V2, or with `isBlockscout` Blockscout's API of the same form. */
export function etherscanOf(deeds: readonly Deed[], { isBlockscout = false } = {}): StandIn {
  const newest = [...deeds].reverse()
  const head = ({ block, index, hash, nonce }: Deed) => ({
    blockNumber: String(block),
    timeStamp: String(timeOf(block) / 1_000),
    hash,
    nonce: String(nonce),
    transactionIndex: String(index),
  })
  const rowsOf: { readonly [action: string]: (deed: Deed) => readonly object[] } = {
    txlist: (deed) => {
      const { from, to, value, input, isFailed } = deed
      const flags = {
        isError: isFailed ? '1' : '0',
        txreceipt_status: isFailed ? '0' : '1',
        contractAddress: '',
      }
      const gas = { gasPrice: String(gasPrice), gasUsed: String(gasOf(deed.kind)) }
      return isMine(deed) ? [{ ...head(deed), from, to, value: String(value), input, ...gas, ...flags }] : []
    },
    txlistinternal: (deed) => {
      const { transactionIndex: _index, nonce: _nonce, ...rest } = head(deed)
      return paidOf(deed).map((paid) => ({ ...rest, ...paid, value: String(paid.value), isError: '0' }))
    },
    // The chain itself has paid the account nothing.
    txsBeaconWithdrawal: () => [],
    getminedblocks: () => [],
    tokentx: (deed) => tokenRows(deed, 'erc20', ({ units }) => ({ value: String(units) })),
    tokennfttx: (deed) => tokenRows(deed, 'erc721', ({ id }) => ({ tokenID: String(id) })),
    token1155tx: (deed) =>
      tokenRows(deed, 'erc1155', ({ id, units }) => ({ tokenID: String(id), tokenValue: String(units) })),
  }
  const tokenRows = (deed: Deed, kind: Transfer['kind'], more: (transfer: Transfer) => object) =>
    transfersOf(deed)
      .filter((transfer) => transfer.kind === kind && isMine(transfer))
      .map((transfer) => ({
        ...head(deed),
        from: transfer.from,
        to: transfer.to,
        contractAddress: transfer.contract,
        tokenName: 'TOK',
        tokenSymbol: 'TOK',
        tokenDecimal: kind === 'erc20' ? String(tokenDecimals) : '0',
        input: 'deprecated',
        ...more(transfer),
      }))
  const units = String(tokensHeld(deeds))
  const balances: { readonly [action: string]: unknown } = {
    balance: String(deeds.at(-1)?.after.balance ?? 0n),
    [isBlockscout ? 'tokenlist' : 'addresstokenbalance']: isBlockscout
      ? [
          {
            balance: units,
            contractAddress: token,
            decimals: String(tokenDecimals),
            name: 'TOK',
            symbol: 'TOK',
            type: 'ERC-20',
          },
        ]
      : [
          {
            TokenAddress: token,
            TokenName: 'TOK',
            TokenSymbol: 'TOK',
            TokenQuantity: units,
            TokenDivisor: String(tokenDecimals),
          },
        ],
  }
  return (path) => {
    const query = new URL(path, 'http://scan.example').searchParams
    const action = query.get('action') ?? ''
    const isOther = query.get('address') !== account
    const list = rowsOf[action]
    const held = isOther ? undefined : balances[action]
    if (list === undefined)
      return held === undefined
        ? { status: '0', message: 'NOTOK', result: 'Error! Missing Or invalid Action name' }
        : { status: '1', message: 'OK', result: held }
    const end = Number(query.get('endblock') ?? Number.MAX_SAFE_INTEGER)
    const rows = newest
      .filter(({ block }) => block <= end && !isOther)
      .flatMap(list)
      .slice(0, Number(query.get('offset')))
    const isEmpty = rows.length === 0
    return { status: isEmpty ? '0' : '1', message: isEmpty ? 'No transactions found' : 'OK', result: rows }
  }
}

/** Alchemy's Transfers API and Token API. It lists no failed transactions. */
export function alchemyOf(deeds: readonly Deed[], chainId = 1): StandIn {
  const newest = [...deeds].reverse().filter(({ isFailed }) => !isFailed)
  const row = (deed: Deed, index: number, more: object) => ({
    blockNum: hex(deed.block),
    hash: deed.hash,
    uniqueId: `${deed.hash}:${index}`,
    value: 0.5,
    asset: 'TOK',
    erc721TokenId: null,
    erc1155Metadata: null,
    tokenId: null,
    metadata: { blockTimestamp: new Date(timeOf(deed.block)).toISOString() },
    ...more,
  })
  const coin = (value: bigint) => ({ value: hex(value), address: null, decimal: '0x12' })
  const rowsOf = (deed: Deed) => [
    row(deed, 0, { category: 'external', from: deed.from, to: deed.to, rawContract: coin(deed.value) }),
    ...paidOf(deed).map(({ from, to, value }) =>
      row(deed, 1, { category: 'internal', from, to, rawContract: coin(value) }),
    ),
    ...transfersOf(deed).map(({ kind, contract, from, to, id, units }) =>
      row(deed, 2, {
        category: kind,
        from,
        to,
        rawContract: {
          address: contract,
          value: kind === 'erc20' ? hex(units) : null,
          decimal: kind === 'erc20' ? hex(tokenDecimals) : null,
        },
        ...(kind === 'erc721' ? { erc721TokenId: hex(id), tokenId: hex(id) } : {}),
        ...(kind === 'erc1155' ? { erc1155Metadata: [{ tokenId: hex(id), value: hex(units) }] } : {}),
      }),
    ),
  ]
  return (_path, body) => {
    const { method, params } = JSON.parse(body)
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })
    if (method === 'eth_chainId') return answer(hex(chainId))
    const balance = deeds.at(-1)?.after.balance ?? 0n
    if (method === 'eth_getBalance') return answer(hex(params[0] === account ? balance : 0n))
    if (method === 'alchemy_getTokenBalances') {
      const tokenBalances = [{ contractAddress: token, tokenBalance: `0x${word(tokensHeld(deeds))}` }]
      return answer({ address: params[0], tokenBalances: params[0] === account ? tokenBalances : [] })
    }
    const { fromAddress, toAddress, toBlock, category, maxCount, pageKey } = params[0]
    const end = toBlock === undefined || toBlock === 'latest' ? Number.MAX_SAFE_INTEGER : Number(toBlock)
    const rows = newest
      .filter(({ block }) => block <= end)
      .flatMap(rowsOf)
      .filter((one) => {
        const { from, to, category: own } = one as unknown as { from: string; to: string; category: string }
        const isAsked = fromAddress === undefined ? to === toAddress : from === fromAddress
        return isAsked && category.includes(own)
      })
    const start = Number(pageKey ?? 0)
    const next = start + Number(maxCount)
    return answer({
      transfers: rows.slice(start, next),
      ...(next < rows.length ? { pageKey: String(next) } : {}),
    })
  }
}

/** GoldRush's `transactions_v3`, `balances_v2` and `balances_nft`. It sees no coin that contracts pay out. */
export function goldrushOf(deeds: readonly Deed[], chainId = 1, pageSize = 100): StandIn {
  const pages = Math.max(1, Math.ceil(deeds.length / pageSize))
  const itemOf = (deed: Deed) => ({
    block_signed_at: new Date(timeOf(deed.block)).toISOString(),
    block_height: deed.block,
    tx_hash: deed.hash,
    tx_offset: deed.index,
    successful: !deed.isFailed,
    from_address: deed.from,
    to_address: deed.to,
    value: String(deed.value),
    // Without what a rollup adds.
    fees_paid: String(gasOf(deed.kind) * gasPrice),
    log_events: (logsOf(deed) as unknown as readonly Log[]).map(({ address, topics, data }) => ({
      sender_address: address,
      raw_log_topics: topics,
      raw_log_data: data,
      sender_name: 'TOK',
      sender_contract_ticker_symbol: 'TOK',
      sender_contract_decimals: address === token ? tokenDecimals : 0,
    })),
  })
  const nftsOf = (contract: string, kinds: readonly string[]) => ({
    contract_name: 'TOK',
    contract_address: contract,
    supports_erc: kinds,
    is_spam: false,
    last_transfered_at: null,
    nft_data: deeds
      .flatMap(transfersOf)
      .filter((one) => one.contract === contract && one.to === account)
      .map(({ id }) => ({ token_id: String(id), token_url: null })),
  })
  const held = (address: string, native: boolean, units: bigint) => ({
    contract_address: address,
    contract_decimals: native ? 18 : tokenDecimals,
    contract_name: 'TOK',
    contract_ticker_symbol: 'TOK',
    native_token: native,
    is_spam: false,
    balance: String(units),
  })
  return (path) => {
    const [, owner, what = '', page] = /address\/(0x[0-9a-f]{40})\/(\w+)\/(?:page\/(\d+)\/)?/.exec(path) ?? []
    const isOther = owner !== account
    const about = { address: owner, updated_at: '2026-01-01T00:00:00Z', chain_id: chainId }
    const answer = (data: object) => ({ data, error: false, error_message: null, error_code: null })
    if (what === 'balances_nft')
      return answer({ ...about, items: isOther ? [] : [nftsOf(art, ['erc721']), nftsOf(items, ['erc1155'])] })
    if (what === 'balances_v2') {
      const coin = held(`0x${'ee'.repeat(20)}`, true, deeds.at(-1)?.after.balance ?? 0n)
      return answer({ ...about, items: isOther ? [] : [coin, held(token, false, tokensHeld(deeds))] })
    }
    const number = page === undefined ? pages - 1 : Number(page)
    const part = isOther ? [] : deeds.slice(number * pageSize, (number + 1) * pageSize)
    const prev =
      number === 0 || isOther
        ? null
        : `https://api.example/v1/${chainId}/address/${owner}/transactions_v3/page/${number - 1}/`
    return answer({ ...about, links: { prev, next: null }, items: [...part].reverse().map(itemOf) })
  }
}
