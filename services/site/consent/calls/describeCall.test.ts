import {
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeBatch } from '../../accounts/batch.js'
import { scriptedDescriber, tokens } from '../../testing/scriptedTokens.js'
import type { Row, Value } from '../ConsentRequest.js'
import { describeCall } from './describeCall.js'
import { parseSignature, signatureOf } from './parseSignature.js'
import { selectors } from './selectors.js'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { dollar, ether, cats, items, mute, app } = tokens
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const most160 = 2n ** 160n - 1n

/** A call's lines in short: `recipient=0x7099…79C8 amount=1.5 USD`. */
async function told(to: Hex | undefined, data: Hex = '0x', value = 0n) {
  const call = { ...(to === undefined ? {} : { to }), data, value: toHex(value) }
  const { title, rows, warnings } = await describeCall(call, scriptedDescriber())
  const text = rows
    .filter(({ label }) => !('key' in label && /method|contract/.test(label.key)))
    .map(lineOf)
    .join(' ')
  return [title, text, ...warnings.map(({ severity, key }) => `!${severity} ${key}`)].join(' | ')
}

function lineOf({ label, value }: Row): string {
  return `${'key' in label ? label.key : `.${label.name}`}=${valueText(value)}`
}

function valueText(value: Value): string {
  switch (value.type) {
    case 'address':
      return value.isOwn ? 'me' : (value.name ?? nameOf(value.address))
    case 'amount':
      return value.isUnlimited
        ? `unlimited ${value.symbol}`
        : `${value.units}/${value.decimals ?? '?'} ${value.symbol}`
    case 'group':
      return `[${value.rows.map(lineOf).join(' ')}]`
    case 'number':
      return value.digits
    case 'time':
      return `@${value.at}`
    case 'word':
      return value.word
    case 'hex':
      return value.hex.length > 20 ? `${value.hex.slice(0, 10)}…` : value.hex
    case 'text':
      return JSON.stringify(value.text)
    default:
      return value.type
  }
}

function nameOf(address: string): string {
  const known = Object.entries({ ...tokens, bob, me, zero: zeroAddress }).find(
    ([, one]) => one.toLowerCase() === address.toLowerCase(),
  )
  return known?.[0] ?? address
}

const call = (signature: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args })

const swapPath = (...path: readonly Hex[]) => path

test.each<[to: Hex | undefined, data: Hex, value: bigint, expected: string]>([
  // Coin, and what is odd about its recipient.
  [bob, '0x', 5n, 'send | recipient=bob amount=5/18 ETH'],
  [me, '0x', 5n, 'send | recipient=me amount=5/18 ETH | !info toSelf'],
  [zeroAddress, '0x', 5n, 'send | recipient=zero amount=5/18 ETH | !danger toNobody'],
  // Transfers.
  [
    dollar,
    call('transfer(address,uint256)', bob, 1_500_000n),
    0n,
    'send | recipient=bob amount=1500000/6 USD token=dollar',
  ],
  [
    dollar,
    call('transfer(address,uint256)', dollar, 1n),
    0n,
    'send | recipient=dollar amount=1/6 USD token=dollar | !danger toContract',
  ],
  [
    dollar,
    call('transfer(address,uint256)', zeroAddress, 1n),
    0n,
    'send | recipient=zero amount=1/6 USD token=dollar | !danger toNobody',
  ],
  [
    mute,
    call('transfer(address,uint256)', bob, 7n),
    0n,
    'send | recipient=bob amount=7/? MUTE token=mute | !caution unreadableToken',
  ],
  [
    bob,
    call('transfer(address,uint256)', app, 7n),
    0n,
    'send | recipient=app amount=7/?  token=bob | !caution unreadableToken | !danger noContract',
  ],
  [
    dollar,
    call('transferFrom(address,address,uint256)', bob, me, 9n),
    0n,
    'send | recipient=me amount=9/6 USD token=dollar from=bob | !info toSelf',
  ],
  [
    cats,
    call('transferFrom(address,address,uint256)', me, bob, 9n),
    0n,
    'send | recipient=bob tokenId=9 token=cats',
  ],
  [
    cats,
    call('safeTransferFrom(address,address,uint256)', me, bob, 9n),
    0n,
    'send | recipient=bob tokenId=9 token=cats',
  ],
  [
    cats,
    call('safeTransferFrom(address,address,uint256,bytes)', me, bob, 9n, '0x'),
    0n,
    'send | recipient=bob tokenId=9 token=cats',
  ],
  [
    items,
    call('safeTransferFrom(address,address,uint256,uint256,bytes)', me, bob, 3n, 2n, '0x'),
    0n,
    'send | recipient=bob tokenId=3 amount=2 token=items',
  ],
  [
    items,
    call(
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      me,
      bob,
      [3n, 4n],
      [1n, 2n],
      '0x',
    ),
    0n,
    'send | recipient=bob items=[tokenId=3 amount=1] items=[tokenId=4 amount=2] token=items',
  ],
  [
    permit2,
    call('transferFrom(address,address,uint160,address)', me, bob, 5n, dollar),
    0n,
    'send | recipient=bob amount=5/6 USD token=dollar | !danger noContract',
  ],
  // Allowances.
  [
    dollar,
    call('approve(address,uint256)', app, 10n),
    0n,
    'approve | spender=app amount=10/6 USD token=dollar',
  ],
  [
    dollar,
    call('approve(address,uint256)', app, 0n),
    0n,
    'approve | spender=app amount=0/6 USD token=dollar',
  ],
  [
    dollar,
    call('approve(address,uint256)', app, maxUint256),
    0n,
    'approve | spender=app amount=unlimited USD token=dollar | !danger unlimited',
  ],
  [
    dollar,
    call('approve(address,uint256)', app, 2n ** 95n + 1n),
    0n,
    'approve | spender=app amount=unlimited USD token=dollar | !danger unlimited',
  ],
  [
    dollar,
    call('approve(address,uint256)', app, 2n ** 95n),
    0n,
    'approve | spender=app amount=39614081257132168796771975168/6 USD token=dollar',
  ],
  [
    dollar,
    call('approve(address,uint256)', permit2, maxUint256),
    0n,
    'approve | spender=Permit2 amount=unlimited USD token=dollar | !danger unlimited',
  ],
  [
    ether,
    call('approve(address,uint256)', app, 10n ** 18n),
    0n,
    'approve | spender=app amount=1000000000000000000/18 WETH token=ether',
  ],
  [cats, call('approve(address,uint256)', app, 7n), 0n, 'approve | spender=app tokenId=7 token=cats'],
  [
    mute,
    call('approve(address,uint256)', app, 7n),
    0n,
    'approve | spender=app amount=7/? MUTE token=mute | !caution unreadableToken',
  ],
  [
    dollar,
    call('increaseAllowance(address,uint256)', app, 10n),
    0n,
    'approve | spender=app amount=10/6 USD token=dollar',
  ],
  [
    dollar,
    call('increaseAllowance(address,uint256)', app, maxUint256),
    0n,
    'approve | spender=app amount=unlimited USD token=dollar | !danger unlimited',
  ],
  [
    dollar,
    call('decreaseAllowance(address,uint256)', app, maxUint256),
    0n,
    `approve | spender=app amount=${maxUint256}/6 USD token=dollar`,
  ],
  [
    cats,
    call('setApprovalForAll(address,bool)', app, true),
    0n,
    'approve | operator=app items=all token=cats | !danger operatorForAll',
  ],
  [
    cats,
    call('setApprovalForAll(address,bool)', app, false),
    0n,
    'call | operator=app items=none token=cats',
  ],
  [
    items,
    call('setApprovalForAll(address,bool)', app, true),
    0n,
    'approve | operator=app items=all token=items | !danger operatorForAll',
  ],
  [
    dollar,
    call(
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      me,
      app,
      5n,
      1_795_608_000n,
      27,
      toHex(1n, { size: 32 }),
      toHex(1n, { size: 32 }),
    ),
    0n,
    'approve | spender=app amount=5/6 USD token=dollar deadline=@1795608000',
  ],
  [
    dollar,
    call(
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      me,
      app,
      maxUint256,
      maxUint256,
      27,
      toHex(1n, { size: 32 }),
      toHex(1n, { size: 32 }),
    ),
    0n,
    'approve | spender=app amount=unlimited USD token=dollar deadline=never | !danger unlimited | !caution longDeadline',
  ],
  [
    dollar,
    call(
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      me,
      app,
      0n,
      1_795_608_000n,
      true,
      27,
      toHex(1n, { size: 32 }),
      toHex(1n, { size: 32 }),
    ),
    0n,
    'approve | spender=app amount=unlimited USD token=dollar deadline=@1795608000 | !danger unlimited',
  ],
  [
    dollar,
    call(
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      me,
      app,
      0n,
      1_795_608_000n,
      false,
      27,
      toHex(1n, { size: 32 }),
      toHex(1n, { size: 32 }),
    ),
    0n,
    'approve | spender=app amount=0/6 USD token=dollar deadline=@1795608000',
  ],
  [
    permit2,
    call('approve(address,address,uint160,uint48)', dollar, app, 8n, 1_795_608_000),
    0n,
    'approve | spender=app amount=8/6 USD token=dollar deadline=@1795608000 | !danger noContract',
  ],
  [
    permit2,
    call('approve(address,address,uint160,uint48)', dollar, app, most160, 281_474_976_710_655),
    0n,
    'approve | spender=app amount=unlimited USD token=dollar deadline=never | !danger unlimited | !caution longDeadline | !danger noContract',
  ],
  // Wrapping, swaps.
  [ether, call('deposit()'), 10n, 'call | value=10/18 ETH'],
  [ether, call('withdraw(uint256)', 10n), 0n, 'call | .1=10'],
  [
    app,
    call('swapExactETHForTokens(uint256,address[],address,uint256)', 90n, swapPath(ether, dollar), me, 1n),
    10n,
    'call | value=10/18 ETH receive=90/6 USD recipient=me value=10/18 ETH',
  ],
  [
    app,
    call(
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      10n,
      90n,
      swapPath(ether, dollar),
      me,
      1n,
    ),
    0n,
    'call | value=10/18 WETH receive=90/6 USD recipient=me',
  ],
  [
    app,
    call(
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      10n,
      0n,
      swapPath(ether, dollar),
      bob,
      1n,
    ),
    0n,
    'call | value=10/18 WETH receive=0/6 USD recipient=bob | !danger swapElsewhere | !danger noMinimum',
  ],
  [
    app,
    call(
      'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
      10n,
      90n,
      swapPath(dollar, ether),
      me,
      1n,
    ),
    0n,
    'call | value=10/6 USD receive=90/18 ETH recipient=me',
  ],
  [
    app,
    call(
      'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
      90n,
      10n,
      swapPath(ether, dollar),
      me,
      1n,
    ),
    0n,
    'call | value=10/18 WETH receive=90/6 USD recipient=me',
  ],
  [
    app,
    call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
      ether,
      dollar,
      500,
      me,
      1n,
      10n,
      90n,
      0n,
    ]),
    0n,
    'call | value=10/18 WETH receive=90/6 USD recipient=me',
  ],
  [
    app,
    call('exactInput((bytes,address,uint256,uint256,uint256))', [
      `${ether}0001f4${dollar.slice(2)}`,
      me,
      1n,
      10n,
      90n,
    ]),
    0n,
    'call | value=10/18 WETH receive=90/6 USD recipient=me',
  ],
  [
    app,
    call('exactOutput((bytes,address,uint256,uint256,uint256))', [
      `${dollar}0001f4${ether.slice(2)}`,
      bob,
      1n,
      90n,
      10n,
    ]),
    0n,
    'call | value=10/18 WETH receive=90/6 USD recipient=bob | !danger swapElsewhere',
  ],
  // Several calls in one.
  [
    app,
    call('multicall(bytes[])', [
      call('setText(bytes32,string,string)', toHex(1n, { size: 32 }), 'url', 'https://a.example'),
    ]),
    0n,
    'calls | call=[.node=0x00000000… .key="url" .value="https://a.example" contract=app method=method]',
  ],
  [
    dollar,
    call('multicall(bytes[])', [call('approve(address,uint256)', app, maxUint256)]),
    0n,
    'calls | call=[spender=app amount=unlimited USD token=dollar contract=dollar method=method] | !danger unlimited',
  ],
  [
    app,
    call('multicall(uint256,bytes[])', 5n, [call('refundETH()')]),
    0n,
    'calls | call=[contract=app method=method]',
  ],
  [
    app,
    call(
      'aggregate3((address,bool,bytes)[])',
      [{ 0: dollar, 1: false, 2: call('approve(address,uint256)', bob, 3n) }].map((one) => [
        one[0],
        one[1],
        one[2],
      ]),
    ),
    0n,
    'calls | call=[spender=bob amount=3/6 USD token=dollar contract=dollar method=method]',
  ],
  [
    me,
    encodeBatch([
      { to: bob, value: '0x1', data: '0x' },
      { to: cats, value: '0x0', data: call('setApprovalForAll(address,bool)', bob, true) },
    ]),
    0n,
    'calls | call=[recipient=bob amount=1/18 ETH] call=[operator=bob items=all token=cats contract=cats method=method] | !danger operatorForAll | !caution selfCall',
  ],
  [me, '0xdeadbeef', 0n, 'call | bytes=0xdeadbeef | !danger unknownCall | !caution selfCall'],
  // What the wallet does not know or cannot read.
  [app, '0xdeadbeef', 0n, 'call | bytes=0xdeadbeef | !danger unknownCall'],
  [app, '0xde', 0n, 'call | bytes=0xde | !danger unknownCall'],
  [dollar, '0xa9059cbb00', 0n, 'call | bytes=0xa9059cbb00 | !danger unreadableCall'],
  [
    dollar,
    `${call('transfer(address,uint256)', bob, 1n)}ff`,
    0n,
    'send | recipient=bob amount=1/6 USD token=dollar | !caution extraData',
  ],
  [app, call('setName(string)', 'a\u202eb'), 0n, 'call | .name=0x61e280ae62 | !danger textDirection'],
  [undefined, '0x6000', 3n, 'deploy | value=3/18 ETH bytes=0x6000 | !danger creation'],
])('to %s with %s', async (to, data, value, expected) => {
  expect(await told(to, data, value)).toBe(expected)
})

test('calls within calls end, and hostile numbers of them are cut', async () => {
  let data = call('approve(address,uint256)', bob, 1n)
  for (let depth = 0; depth < 6; depth += 1) data = call('multicall(bytes[])', [data])
  expect(await told(dollar, data)).toContain('!danger unknownCall')
  const many = call('multicall(bytes[])', Array(300).fill(call('refundETH()')))
  expect((await told(app, many)).match(/call=/g)).toHaveLength(50)
})

describe('selectors', () => {
  test('are the first four bytes of their signatures', () => {
    for (const [selector, text] of Object.entries(selectors)) {
      expect(toFunctionSelector(signatureOf(parseSignature(text ?? '')))).toBe(selector)
    }
    expect(Object.keys(selectors).length).toBeGreaterThan(110)
  })
})
