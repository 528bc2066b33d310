import type { CaipAddress } from '../../protocol/caip.js'
import { useKitState } from './useKitState.js'

/**
 * The picture that an account goes by, the same wherever the account shows and on every network of its family;
 * `undefined` where it has none, or none yet.
 */
export function useAccountPicture(caipAddress: CaipAddress | undefined): string | undefined {
  return useKitState(({ account: { pictures = {} } }) => {
    if (caipAddress === undefined) return undefined
    const [namespace, , address] = caipAddress.split(':')
    const isSame = (key: string) => key.startsWith(`${namespace}:`) && key.endsWith(`:${address}`)
    return pictures[caipAddress] ?? pictures[Object.keys(pictures).find(isSame) ?? '']
  })
}
