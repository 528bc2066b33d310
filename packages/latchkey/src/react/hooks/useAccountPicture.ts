import type { CaipAddress } from '../../protocol/caip.js'
import { useKitState } from './useKitState.js'

/**
 * Returns an account's picture: the same one on all screens and on every network of its family. `undefined` if the
 * account has none, or until it has loaded.
 */
export function useAccountPicture(caipAddress: CaipAddress | undefined): string | undefined {
  return useKitState(({ account: { pictures = {} } }) => {
    if (caipAddress === undefined) return undefined
    const [namespace, , address] = caipAddress.split(':')
    const isSame = (key: string) => key.startsWith(`${namespace}:`) && key.endsWith(`:${address}`)
    return pictures[caipAddress] ?? pictures[Object.keys(pictures).find(isSame) ?? '']
  })
}
