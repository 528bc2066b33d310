import type {
  AllowanceChange,
  AssetChange,
  Changes,
  ConsentRequest,
  Row,
  Warning,
} from '../../../../services/site/consent/ConsentRequest.js'

// Requests of an app, as the wallet has read them.

export const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const call =
  '0xa9059cbb0000000000000000000000003c44cdddb6a900fa2b585dd299e03d12fa4293bc0000000000000000000000000000000000000000000000000de0b6b3a7640000'

type Key = Extract<Row['label'], { key: unknown }>['key']
const row = (key: Key, value: Row['value']): Row => ({ label: { key }, value })
const field = (name: string, value: Row['value']): Row => ({ label: { name }, value })
const addressRow = (key: Key, address: string, name?: string) => row(key, { type: 'address', address, name })
const textRow = (key: Key, text: string) => row(key, { type: 'text', text })
const ether = (key: Key, units: string) => row(key, { type: 'amount', units, decimals: 18, symbol: 'ETH' })
const dollars = (key: Key, units: string, isUnlimited = false) =>
  row(key, { type: 'amount', units, decimals: 6, symbol: 'USDC', isUnlimited })
const fee = ether('fee', '42000000000000')
const simulated = (assets: readonly AssetChange[], allowances: readonly AllowanceChange[] = []): Changes => ({
  status: 'simulated',
  assets,
  allowances,
})
const paid = { units: '-10000000000000000', decimals: 18, symbol: 'ETH' } as const
const allowed = { contract: token, symbol: 'USDC', decimals: 6, spender: other } as const
const unlimited: Warning = {
  ...{ key: 'unlimited', severity: 'danger' },
  slots: { spender: other, token: 'USDC' },
}

function consent(title: ConsentRequest['title'], change: Partial<ConsentRequest>): ConsentRequest {
  return {
    ...{ id: 'consent', method: 'personal_sign', title, origin: 'https://app.example.com' },
    chain: { id: 'eip155:1', name: 'Ethereum' },
    account: { address: own, type: 'eoa' },
    ...{ rows: [], warnings: [], names: [], readAt: 0, canApprove: true, preferred: 'approve' },
    raw: { format: 'json', text: JSON.stringify({ to: other, value: '0x2386f26fc10000' }, null, 2) },
    content: { type: 'message', bytes: '0x00' },
    ...change,
  }
}

export const consents = {
  message: consent('signMessage', {
    warnings: [{ key: 'onlyText', severity: 'info' }],
    rows: [textRow('message', 'I agree to the terms of app.example.com.\n\nNonce: 4711')],
  }),
  longMessage: consent('signMessage', {
    rows: [textRow('message', 'A line of text that is long. '.repeat(60))],
  }),
  data: consent('signMessage', {
    preferred: 'cancel',
    warnings: [{ key: 'notText', severity: 'danger' }],
    rows: [row('data', { type: 'hex', hex: call })],
  }),
  signIn: consent('signIn', {
    rows: [
      textRow('domain', 'app.example.com'),
      textRow('link', 'https://app.example.com/login'),
      textRow('purpose', 'Sign in to the example with your account.'),
      textRow('nonce', '32891757'),
      row('issuedAt', { type: 'time', at: 1_764_000_000 }),
      row('expiresAt', { type: 'time', at: 1_764_003_600 }),
    ],
  }),
  signInElsewhere: consent('signIn', {
    ...{ preferred: 'cancel', canApprove: false },
    warnings: [
      {
        ...{ key: 'signInOtherSite', severity: 'block' },
        slots: { domain: 'bank.example.com', origin: 'https://app.example.com' },
      },
    ],
    rows: [textRow('domain', 'bank.example.com')],
  }),
  typedData: consent('signData', {
    rows: [
      textRow('domain', 'Ether Mail'),
      addressRow('contract', token),
      field('from', {
        type: 'group',
        rows: [
          field('name', { type: 'text', text: 'Cow' }),
          field('wallet', { type: 'address', address: own, isOwn: true }),
        ],
      }),
      field('contents', { type: 'text', text: 'Hello, Bob!' }),
    ],
  }),
  permit: consent('signPermit', {
    preferred: 'cancel',
    warnings: [
      { key: 'permit', severity: 'danger' },
      unlimited,
      { key: 'longDeadline', severity: 'caution' },
    ],
    rows: [
      addressRow('token', token, 'USD Coin'),
      addressRow('spender', other),
      dollars('amount', '1', true),
      row('deadline', { type: 'word', word: 'never' }),
    ],
  }),
  transfer: consent('send', {
    rows: [addressRow('recipient', other, 'vitalik.eth'), ether('amount', '10000000000000000'), fee],
    changes: simulated([paid]),
  }),
  tooLittle: consent('send', {
    canApprove: false,
    warnings: [{ key: 'insufficient', severity: 'block', slots: { symbol: 'ETH' } }],
    rows: [addressRow('recipient', other), ether('amount', '10000000000000000000'), fee],
  }),
  allowance: consent('approve', {
    preferred: 'cancel',
    warnings: [unlimited],
    rows: [
      addressRow('token', token, 'USD Coin'),
      addressRow('spender', other),
      dollars('amount', '1', true),
      fee,
    ],
    changes: simulated([], [{ ...allowed, units: '1', isUnlimited: true }]),
  }),
  unknownCall: consent('call', {
    preferred: 'cancel',
    warnings: [
      { key: 'unknownCall', severity: 'danger' },
      { key: 'cannotSimulate', severity: 'caution' },
    ],
    rows: [
      addressRow('contract', token),
      row('data', { type: 'hex', hex: call }),
      ether('value', '500000000000000000'),
      fee,
    ],
    changes: { status: 'unknown' },
  }),
  swap: consent('call', {
    rows: [
      addressRow('contract', token, 'Uniswap V3 Router'),
      row('method', {
        ...{ type: 'method', name: 'exactInputSingle' },
        signature: 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      }),
      fee,
    ],
    changes: simulated([
      paid,
      { units: '25000000', decimals: 6, symbol: 'USDC', contract: token },
      { units: '1', symbol: 'Punks', contract: token, tokenId: '4711' },
    ]),
  }),
  calls: consent('calls', {
    account: { address: own, type: 'smartAccount' },
    warnings: [
      { key: 'notTogether', severity: 'caution', slots: { count: '2' } },
      { key: 'upgrade', severity: 'info' },
      { key: 'paymaster', severity: 'info' },
    ],
    rows: [
      field('Call 1', {
        type: 'group',
        rows: [
          addressRow('contract', token, 'USD Coin'),
          addressRow('spender', other),
          dollars('amount', '25000000'),
        ],
      }),
      field('Call 2', {
        type: 'group',
        rows: [addressRow('recipient', other), ether('value', '10000000000000000')],
      }),
      ether('feesTotal', '84000000000000'),
    ],
    changes: simulated([paid], [{ ...allowed, units: '25000000', isUnlimited: false }]),
  }),
  failing: consent('call', {
    preferred: 'cancel',
    warnings: [
      { key: 'fails', severity: 'danger', slots: { reason: 'ERC20: transfer amount exceeds balance' } },
    ],
    rows: [addressRow('contract', token), fee],
    changes: { status: 'fails', reason: 'ERC20: transfer amount exceeds balance' },
  }),
  grant: consent('grant', {
    preferred: 'cancel',
    warnings: [
      { key: 'grantsSpending', severity: 'caution' },
      { key: 'promiseOfWallet', severity: 'info' },
    ],
    rows: [
      row('permissions', {
        type: 'group',
        rows: [
          addressRow('token', token, 'USD Coin'),
          dollars('limit', '100000000'),
          row('period', { type: 'seconds', seconds: 86_400 }),
          row('requests', { type: 'number', digits: '10' }),
        ],
      }),
      row('expiresAt', { type: 'time', at: 1_790_000_000 }),
    ],
  }),
} as const satisfies { readonly [name: string]: ConsentRequest }
