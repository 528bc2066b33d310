import { describe, expect, test } from 'vitest'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { switchEthereumChain } from './switchEthereumChain.js'

const optimism = defineNetwork({
  id: 10,
  name: 'Optimism',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://optimism.invalid',
  explorer: { name: 'Explorer', url: 'https://explorer.invalid' },
})

function refusal(error: unknown) {
  return () => {
    throw error
  }
}

function switchTo(script: Script) {
  const provider = scriptedProvider({ eth_chainId: '0xa', ...script })
  return {
    done: switchEthereumChain(provider, optimism, 'Wallet'),
    asked: () => provider.requests.map(({ method }) => method).filter((method) => method !== 'eth_chainId'),
    provider,
  }
}

test('a wallet that knows the chain is only asked to switch (EIP-3326)', async () => {
  const { done, asked, provider } = switchTo({ wallet_switchEthereumChain: null })
  await done
  expect(asked()).toEqual(['wallet_switchEthereumChain'])
  expect(provider.requests[0]?.params).toEqual([{ chainId: '0xa' }])
})

test.each([
  ['declined', { code: 4001 }, 'SWITCH_DECLINED'],
  ['declined in words', 'User rejected the request', 'SWITCH_DECLINED'],
  ["declined with the protocol's code", { code: 5000 }, 'SWITCH_DECLINED'],
  ['declined without naming the user', { code: -32603, message: 'Request rejected' }, 'SWITCH_DECLINED'],
  ['pending', { code: -32002 }, 'REQUEST_ALREADY_PENDING'],
  ['no such method', { code: -32601 }, 'CHAIN_NOT_SUPPORTED'],
  ['undefined', undefined, 'CHAIN_NOT_SUPPORTED'],
])('error: %s, and the wallet is not asked to add the chain', async (_, thrown, code) => {
  const { done, asked } = switchTo({ wallet_switchEthereumChain: refusal(thrown) })
  await expect(done).rejects.toMatchObject({ name: 'KitError', code })
  expect(asked()).toEqual(['wallet_switchEthereumChain'])
})

describe('spec §8: a wallet that does not know the chain is asked to add it', () => {
  test.each([
    ['4902', { code: 4902, message: 'Unrecognized chain' }],
    ['5000 that names the chain', { code: 5000, message: 'Unknown chain' }],
    ['32603', { code: 32603 }],
    ['-32603', { code: -32603, message: 'Internal error' }],
    ['nested', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['4001 that says "not supported"', { code: 4001, message: 'Chain 10 is not supported' }],
    ['words only', new Error('Unrecognized chain ID "0xa". Try adding the chain')],
    ['a text', 'unknown chain'],
  ])('%s', async (_, thrown) => {
    const { done, asked, provider } = switchTo({
      wallet_switchEthereumChain: refusal(thrown),
      wallet_addEthereumChain: null,
    })
    await done
    expect(asked()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    expect(provider.requests[1]?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Optimism',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://optimism.invalid'],
        blockExplorerUrls: ['https://explorer.invalid'],
        iconUrls: undefined,
      },
    ])
  })

  test('a wallet that writes into its request does not change the kit’s network', async () => {
    type Added = { readonly nativeCurrency: { decimals: number }; readonly rpcUrls: string[] }
    const before = structuredClone(optimism)
    const { done } = switchTo({
      wallet_switchEthereumChain: refusal({ code: 4902 }),
      wallet_addEthereumChain: (params: unknown) => {
        const [added] = params as readonly [Added]
        added.nativeCurrency.decimals = 20
        added.rpcUrls[0] = 'https://elsewhere.invalid'
        return null
      },
    })
    await done
    expect(optimism).toEqual(before)
  })

  test('a wallet that stays on its chain after adding is asked to switch again', async () => {
    let known = false
    let chainId = '0x1'
    const { done, asked } = switchTo({
      eth_chainId: () => chainId,
      wallet_switchEthereumChain() {
        if (!known) throw { code: 4902 }
        chainId = '0xa'
        return null
      },
      wallet_addEthereumChain() {
        known = true
        return null
      },
    })
    await done
    expect(asked()).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  test.each([
    ['adding is declined', { code: 4001 }, 'SWITCH_DECLINED'],
    ['adding is not possible', { code: -32601 }, 'CHAIN_NOT_SUPPORTED'],
    ['adding fails', 'boom', 'CHAIN_NOT_SUPPORTED'],
  ])('error: %s', async (_, thrown, code) => {
    const { done } = switchTo({
      wallet_switchEthereumChain: refusal({ code: 4902 }),
      wallet_addEthereumChain: refusal(thrown),
    })
    await expect(done).rejects.toMatchObject({ code })
  })

  test('error: a wallet that claims to have added the chain', async () => {
    const { done } = switchTo({
      eth_chainId: '0x1',
      wallet_switchEthereumChain: refusal({ code: 4902 }),
      wallet_addEthereumChain: null,
    })
    await expect(done).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })
})

test.each([
  ['stays where it was', '0x1'],
  ['answers garbage', 'garbage'],
  ['does not say where it is', refusal({ code: -32603 })],
])('error: a wallet that accepts and %s', async (_, eth_chainId) => {
  const { done } = switchTo({ eth_chainId, wallet_switchEthereumChain: null })
  await expect(done).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
})

test('error: a wallet that throws synchronously', async () => {
  const provider = {
    request() {
      throw { code: 4902 }
    },
  }
  await expect(switchEthereumChain(provider, optimism, 'Wallet')).rejects.toMatchObject({
    code: 'CHAIN_NOT_SUPPORTED',
  })
})
