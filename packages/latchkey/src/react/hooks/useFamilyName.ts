import type { Namespace } from '../../protocol/caip.js'
import { familyNames } from '../../protocol/familyNames.js'
import { useKit } from '../KitContext.js'

/** Returns a function that gives a chain family's name: its adapter's, else the known one, else its namespace. */
export function useFamilyName(): (namespace: Namespace) => string {
  const { adapters } = useKit()
  return (namespace) => adapters.get(namespace)?.name ?? familyNames[namespace] ?? namespace
}
