import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { scriptedDescriber, tokens } from '../../testing/scriptedTokens.js'
import { describeCarried } from './describeCarried.js'
import { readTypedData } from './readTypedData.js'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { dollar, app } = tokens
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, maxUint256] })
const vote: Hex = '0x0121b93f0000000000000000000000000000000000000000000000000000000000000001'

type Fields = { readonly [name: string]: string }
const meta: Fields = { nonce: 'uint256', from: 'address', functionSignature: 'bytes' }
const forward: Fields = {
  ...{ from: 'address', to: 'address', value: 'uint256', gas: 'uint256', nonce: 'uint256', data: 'bytes' },
}
const safe: Fields = { to: 'address', value: 'uint256', data: 'bytes', operation: 'uint8' }

async function told(contract: string, primaryType: string, fields: Fields, message: object) {
  const data = readTypedData({
    types: { [primaryType]: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType,
    domain: { name: 'X', version: '1', verifyingContract: contract },
    message,
  })
  const known = await describeCarried(data, scriptedDescriber())
  return known && [known.title, ...known.warnings.map(({ key }) => key)].join(' | ')
}

test.each<[name: string, string, string, Fields, object, string | undefined]>([
  [
    'a meta-transaction that allows everything',
    dollar,
    'MetaTransaction',
    meta,
    { nonce: '0', from: me, functionSignature: approve },
    'signPermit | unlimited | permit',
  ],
  [
    'a meta-transaction of an unknown method',
    dollar,
    'MetaTransaction',
    meta,
    { nonce: '0', from: me, functionSignature: vote },
    'signData | unknownCall',
  ],
  [
    'a request to a forwarder',
    app,
    'ForwardRequest',
    forward,
    { from: me, to: dollar, value: '0', gas: '100000', nonce: '0', data: approve },
    'signPermit | unlimited | permit',
  ],
  [
    'a transaction of a Safe',
    app,
    'SafeTx',
    safe,
    { to: bob, value: '5', data: '0x', operation: 0 },
    'signPermit | permit',
  ],
  [
    'a transaction of a Safe with its own rights',
    app,
    'SafeTx',
    safe,
    { to: dollar, value: '0', data: vote, operation: 1 },
    'signData | unknownCall | unknownCall',
  ],
  ['a letter', app, 'Mail', { to: 'address', text: 'string' }, { to: bob, text: 'x' }, undefined],
])('%s', async (_, contract, primaryType, fields, message, expected) => {
  expect(await told(contract, primaryType, fields, message)).toBe(expected)
})
