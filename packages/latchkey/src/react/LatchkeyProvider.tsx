'use client'

import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { Kit } from '../features/Kit.js'
import { KitContext } from './KitContext.js'
import { ModalMount } from './modal/ModalMount.js'

/**
 * Provides the kit to an app: starts it in the browser and mounts the modal, whose code is loaded when it first opens.
 * With `disableAppend` or `enableEmbedded` the host renders {@link Modal} itself.
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
