import { createContext, useContext } from 'react'
import type { Kit } from '../features/Kit.js'
import { KitError } from '../protocol/errors.js'

export const KitContext = createContext<Kit | undefined>(undefined)

/**
 * Returns the kit of the nearest {@link LatchkeyProvider}.
 *
 * @throws `KIT_NOT_PROVIDED` outside a provider.
 */
export function useKit(): Kit {
  const kit = useContext(KitContext)
  if (kit === undefined) throw new KitError('KIT_NOT_PROVIDED', { slots: { hook: 'A Latchkey hook' } })
  return kit
}
