import { useEffect } from 'react'
import { type LabelledAddress, labelOf, loadLabels } from '../../features/account/labels.js'
import { useKit } from '../KitContext.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns this visitor's label for an address; `undefined` if they have not set one. Set one with `setLabel`.
 *
 * @example
 * ```tsx
 * const labelOf = useLabels()
 * const name = labelOf({ address, namespace: 'eip155' }) ?? truncateAddress(address)
 * ```
 */
export function useLabels(): (of: LabelledAddress) => string | undefined {
  const kit = useKit()
  const load = useAction(loadLabels)
  const account = useKitState(({ account: { labels } }) => ({ labels }))
  useEffect(() => {
    load()
  }, [load])
  return (of) => labelOf(kit, { account }, of)
}
