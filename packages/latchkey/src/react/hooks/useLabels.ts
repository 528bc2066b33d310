import { useEffect } from 'react'
import { type LabelledAddress, labelOf, loadLabels } from '../../features/account/labels.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Tells what this visitor calls an address; `undefined` where they have given it no name. Name one with `setLabel`.
 *
 * @example
 * ```tsx
 * const labelOf = useLabels()
 * const name = labelOf({ address, namespace: 'eip155' }) ?? truncateAddress(address)
 * ```
 */
export function useLabels(): (of: LabelledAddress) => string | undefined {
  const load = useAction(loadLabels)
  const account = useKitState(({ account: { labels } }) => ({ labels }))
  useEffect(() => {
    load()
  }, [load])
  return (of) => labelOf({ account }, of)
}
