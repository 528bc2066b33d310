import { maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { scriptedDescriber, tokens } from '../../testing/scriptedTokens.js'
import type { Row } from '../ConsentRequest.js'
import { describePermit } from './describePermit.js'
import { readTypedData } from './readTypedData.js'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const until = '1795608000'
const { dollar, cats, app } = tokens

type Fields = { readonly [name: string]: string }
const struct = (fields: Fields) => Object.entries(fields).map(([name, type]) => ({ name, type }))

async function told(
  verifyingContract: string | undefined,
  primaryType: string,
  types: { readonly [name: string]: Fields },
  message: object,
) {
  const data = readTypedData({
    types: Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, struct(fields)])),
    primaryType,
    domain: { name: 'X', chainId: 31337, ...(verifyingContract === undefined ? {} : { verifyingContract }) },
    message,
  })
  const known = await describePermit(data, scriptedDescriber())
  if (known === undefined) return undefined
  return [known.title, known.rows.map(lineOf).join(' '), ...known.warnings.map(({ key }) => key)].join(' | ')
}

function lineOf({ label, value }: Row): string {
  const key = 'key' in label ? label.key : label.name
  if (value.type === 'group') return `${key}=[${value.rows.map(lineOf).join(' ')}]`
  if (value.type === 'amount')
    return `${key}=${value.isUnlimited ? 'unlimited' : value.units} ${value.symbol}`
  if (value.type === 'address')
    return `${key}=${value.isOwn ? 'me' : (value.name ?? value.address.slice(-4))}`
  if (value.type === 'time') return `${key}=@${value.at}`
  if (value.type === 'word') return `${key}=${value.word}`
  return `${key}=${value.type === 'number' ? value.digits : value.type}`
}

const eip2612 = {
  Permit: { owner: 'address', spender: 'address', value: 'uint256', nonce: 'uint256', deadline: 'uint256' },
}
const dai = {
  Permit: { holder: 'address', spender: 'address', nonce: 'uint256', expiry: 'uint256', allowed: 'bool' },
}
const item = { Permit: { spender: 'address', tokenId: 'uint256', nonce: 'uint256', deadline: 'uint256' } }
const details = { token: 'address', amount: 'uint160', expiration: 'uint48', nonce: 'uint48' }
const allowance = {
  PermitDetails: details,
  PermitSingle: { details: 'PermitDetails', spender: 'address', sigDeadline: 'uint256' },
}
const allowances = {
  PermitDetails: details,
  PermitBatch: { details: 'PermitDetails[]', spender: 'address', sigDeadline: 'uint256' },
}
const permitted = { token: 'address', amount: 'uint256' }
const transfer = {
  TokenPermissions: permitted,
  PermitTransferFrom: {
    permitted: 'TokenPermissions',
    spender: 'address',
    nonce: 'uint256',
    deadline: 'uint256',
  },
}
const transfers = {
  TokenPermissions: permitted,
  PermitBatchTransferFrom: {
    permitted: 'TokenPermissions[]',
    spender: 'address',
    nonce: 'uint256',
    deadline: 'uint256',
  },
}
const witness = {
  ...transfer,
  PermitWitnessTransferFrom: { ...transfer.PermitTransferFrom, witness: 'Order' },
  Order: { maker: 'address' },
}
const authorization = {
  from: 'address',
  to: 'address',
  value: 'uint256',
  validAfter: 'uint256',
  validBefore: 'uint256',
  nonce: 'bytes32',
}
const offer = {
  itemType: 'uint8',
  token: 'address',
  identifierOrCriteria: 'uint256',
  startAmount: 'uint256',
  endAmount: 'uint256',
}
const order = {
  OrderComponents: { offerer: 'address', offer: 'OfferItem[]', consideration: 'ConsiderationItem[]' },
  OfferItem: offer,
  ConsiderationItem: { ...offer, recipient: 'address' },
}
const cat = { itemType: 2, token: cats, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }
const price = {
  itemType: 0,
  token: '0x0000000000000000000000000000000000000000',
  identifierOrCriteria: '0',
  startAmount: '900',
  endAmount: '900',
}
const granted = (amount: string) => ({ token: dollar, amount, expiration: until, nonce: '0' })

test.each<
  [name: string, string | undefined, string, { readonly [name: string]: Fields }, object, string | undefined]
>([
  [
    'EIP-2612',
    dollar,
    'Permit',
    eip2612,
    { owner: me, spender: app, value: '5', nonce: '0', deadline: until },
    'signPermit | spender=9900 amount=5 USD token=0111 deadline=@1795608000 | permit',
  ],
  [
    'EIP-2612 without a limit',
    dollar,
    'Permit',
    eip2612,
    { owner: me, spender: app, value: String(maxUint256), nonce: '0', deadline: String(maxUint256) },
    'signPermit | spender=9900 amount=unlimited USD token=0111 deadline=never | unlimited | longDeadline | permit',
  ],
  [
    'EIP-2612 of another owner',
    dollar,
    'Permit',
    eip2612,
    { owner: bob, spender: app, value: '5', nonce: '0', deadline: until },
    'signPermit | spender=9900 amount=5 USD token=0111 deadline=@1795608000 | otherOwner | permit',
  ],
  [
    'DAI',
    dollar,
    'Permit',
    dai,
    { holder: me, spender: app, nonce: '0', expiry: '0', allowed: true },
    'signPermit | spender=9900 amount=unlimited USD token=0111 deadline=never | unlimited | permit',
  ],
  [
    'DAI, ended',
    dollar,
    'Permit',
    dai,
    { holder: me, spender: app, nonce: '0', expiry: until, allowed: false },
    'signPermit | spender=9900 amount=0 USD token=0111 deadline=@1795608000 | permit',
  ],
  [
    'ERC-4494',
    cats,
    'Permit',
    item,
    { spender: app, tokenId: '7', nonce: '0', deadline: until },
    'signPermit | spender=9900 token=7500 tokenId=7 deadline=@1795608000 | permit',
  ],
  [
    'Permit2, an allowance',
    permit2,
    'PermitSingle',
    allowance,
    { details: granted('5'), spender: app, sigDeadline: until },
    'signPermit | spender=9900 amount=5 USD token=0111 expiresAt=@1795608000 deadline=@1795608000 | permit',
  ],
  [
    'Permit2, without a limit',
    permit2,
    'PermitSingle',
    allowance,
    { details: granted(String(2n ** 160n - 1n)), spender: app, sigDeadline: until },
    'signPermit | spender=9900 amount=unlimited USD token=0111 expiresAt=@1795608000 deadline=@1795608000 | unlimited | permit',
  ],
  [
    'Permit2, several',
    permit2,
    'PermitBatch',
    allowances,
    { details: [granted('5'), granted('6')], spender: app, sigDeadline: until },
    'signPermit | spender=9900 token=[amount=5 USD token=0111 expiresAt=@1795608000] token=[amount=6 USD token=0111 expiresAt=@1795608000] deadline=@1795608000 | permit',
  ],
  [
    'Permit2, a transfer',
    permit2,
    'PermitTransferFrom',
    transfer,
    { permitted: { token: dollar, amount: '5' }, spender: app, nonce: '0', deadline: until },
    'signPermit | spender=9900 amount=5 USD token=0111 deadline=@1795608000 | permit',
  ],
  [
    'Permit2, transfers',
    permit2,
    'PermitBatchTransferFrom',
    transfers,
    {
      permitted: [
        { token: dollar, amount: '5' },
        { token: dollar, amount: String(maxUint256) },
      ],
      spender: app,
      nonce: '0',
      deadline: until,
    },
    'signPermit | spender=9900 token=[amount=5 USD token=0111] token=[amount=unlimited USD token=0111] deadline=@1795608000 | unlimited | permit',
  ],
  [
    'Permit2, with a witness',
    permit2,
    'PermitWitnessTransferFrom',
    witness,
    {
      permitted: { token: dollar, amount: '5' },
      spender: app,
      nonce: '0',
      deadline: until,
      witness: { maker: me },
    },
    'signPermit | spender=9900 amount=5 USD token=0111 deadline=@1795608000 | permit',
  ],
  [
    "Permit2's shape at another contract",
    app,
    'PermitSingle',
    allowance,
    { details: granted('5'), spender: app, sigDeadline: until },
    'signData |  | unknownPermit',
  ],
  [
    'EIP-3009',
    dollar,
    'TransferWithAuthorization',
    { TransferWithAuthorization: authorization },
    { from: me, to: bob, value: '5', validAfter: '0', validBefore: until, nonce: `0x${'00'.repeat(32)}` },
    'signPermit | recipient=79C8 amount=5 USD token=0111 validAfter=@0 deadline=@1795608000 | permit',
  ],
  [
    'EIP-3009 to receive',
    dollar,
    'ReceiveWithAuthorization',
    { ReceiveWithAuthorization: authorization },
    { from: bob, to: me, value: '5', validAfter: '0', validBefore: until, nonce: `0x${'00'.repeat(32)}` },
    'signPermit | recipient=me amount=5 USD token=0111 validAfter=@0 deadline=@1795608000 | otherOwner | permit',
  ],
  [
    'an order',
    app,
    'OrderComponents',
    order,
    {
      offerer: me,
      offer: [cat],
      consideration: [
        { ...price, recipient: me },
        { ...price, startAmount: '10', recipient: bob },
      ],
    },
    'signData | order=[token=7500 tokenId=7] receive=[amount=900 ETH] | marketOrder',
  ],
  [
    'an order for nothing',
    app,
    'OrderComponents',
    order,
    { offerer: me, offer: [cat], consideration: [{ ...price, recipient: bob }] },
    'signData | order=[token=7500 tokenId=7] receive=nothing | marketOrder | marketOrderForNothing',
  ],
  [
    'an order whose price falls to nothing',
    app,
    'OrderComponents',
    order,
    {
      offerer: me,
      offer: [{ ...price, itemType: 1, token: dollar, startAmount: '5', endAmount: '6' }],
      consideration: [{ ...price, startAmount: '900', endAmount: '1', recipient: me }],
    },
    'signData | order=[amount=6 USD token=0111] receive=[amount=1 ETH] | marketOrder',
  ],
  [
    'an order of several of an item',
    app,
    'OrderComponents',
    order,
    { offerer: me, offer: [{ ...cat, itemType: 3, startAmount: '40' }], consideration: [] },
    'signData | order=[token=7500 tokenId=7 amount=40] receive=nothing | marketOrder | marketOrderForNothing',
  ],
  [
    'an order for any item',
    app,
    'OrderComponents',
    order,
    { offerer: me, offer: [{ ...cat, itemType: 4 }], consideration: [] },
    'signData | order=[token=7500 tokenId=everything] receive=nothing | marketOrder | marketOrderForNothing',
  ],
  [
    'a permit of an unknown shape',
    app,
    'Grant',
    { Grant: { spender: 'address', amount: 'uint256' } },
    { spender: bob, amount: '5' },
    'signData |  | unknownPermit',
  ],
  [
    'a permit that names no contract',
    undefined,
    'Permit',
    eip2612,
    { owner: me, spender: app, value: '5', nonce: '0', deadline: until },
    'signData |  | unknownPermit',
  ],
  [
    'a permit whose spender is a text',
    dollar,
    'Permit',
    { Permit: { ...eip2612.Permit, spender: 'string' } },
    { owner: me, spender: 'you', value: '5', nonce: '0', deadline: until },
    'signPermit | spender=cannotBeRead amount=5 USD token=0111 deadline=@1795608000 | permit',
  ],
  ['anything else', app, 'Mail', { Mail: { text: 'string' } }, { text: 'x' }, undefined],
])('%s', async (_, contract, primaryType, types, message, expected) => {
  expect(await told(contract, primaryType, types, message)).toBe(expected)
})
