import { isServableChain } from './families/references.js'

/** Returns whether an item is a chain and an HTTP address: `eip155:1=https://rpc.example`. */
export function isChainEntry(value: string): value is string {
  const [, chainId = '', address = ''] = /^([^=]+)=(https?:\/\/\S+)$/.exec(value) ?? []
  // `fetch` refuses addresses with a user name or password.
  const isAddress =
    URL.canParse(address) && new URL(address).username === '' && new URL(address).password === ''
  return isAddress && isServableChain(chainId)
}

/** The same, of a chain of eip155. */
export function isEip155Entry(value: string): value is string {
  return value.startsWith('eip155:') && isChainEntry(value)
}
