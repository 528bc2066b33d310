'use client'

import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { Kit } from '../features/Kit.js'
import { KitContext } from './KitContext.js'
import { ModalMount } from './modal/ModalMount.js'

/**
 * Gives an app its kit: starts it when the page is there, and mounts the modal, which is loaded at its first opening.
 * With `disableAppend` or `enableEmbedded` the host mounts {@link Modal} itself, where it wants it.
 *
 * @example
 * ```tsx
 * <LatchkeyProvider kit={kit}>
 *   <ConnectButton />
 * </LatchkeyProvider>
 * ```
 */
export function LatchkeyProvider({ kit, children }: LatchkeyProvider.Props): ReactElement {
  useEffect(() => kit.start(), [kit])
  const { disableAppend = false, enableEmbedded = false } = kit.config
  return (
    <KitContext.Provider value={kit}>
      {children}
      {disableAppend || enableEmbedded ? null : <ModalMount />}
    </KitContext.Provider>
  )
}

export declare namespace LatchkeyProvider {
  type Props = {
    /** The kit from `createKit`; make it once, outside of components. */
    readonly kit: Kit
    readonly children?: ReactNode | undefined
  }
}
