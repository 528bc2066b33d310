import { privateKeyToAccount } from 'viem/accounts'

/** The account of every wallet in these tests. Its key is public; never send anything to it. */
export const account = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

export const chains = ['eip155:1', 'eip155:137']
export const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_signTransaction']
const events = ['chainChanged', 'accountsChanged']

export const proposed = { eip155: { chains, methods, events } }
export const granted = {
  eip155: { accounts: chains.map((chain) => `${chain}:${account.address}`), chains, methods, events },
}

export const transaction = {
  from: account.address,
  to: account.address,
  value: '0x1',
  gas: '0x5208',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
  nonce: '0x0',
} as const

export const typedData = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Latchkey' },
  message: { contents: 'Hello' },
} as const

/** Performs a request that the wallet's user has approved. */
export async function perform(method: string, params: unknown): Promise<string> {
  const list = params as readonly unknown[]
  switch (method) {
    case 'personal_sign':
      return account.signMessage({ message: { raw: list[0] as `0x${string}` } })
    case 'eth_signTypedData_v4':
      return account.signTypedData(JSON.parse(list[1] as string))
    case 'eth_signTransaction': {
      const asked = list[0] as typeof transaction
      return account.signTransaction({
        to: asked.to,
        value: BigInt(asked.value),
        gas: BigInt(asked.gas),
        maxFeePerGas: BigInt(asked.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(asked.maxPriorityFeePerGas),
        nonce: Number(asked.nonce),
        chainId: 1,
        type: 'eip1559',
      })
    }
    default:
      throw new Error(`no such method here: ${method}`)
  }
}
