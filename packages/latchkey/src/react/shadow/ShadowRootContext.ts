import { createContext, useContext, useInsertionEffect } from 'react'
import { adoptSheet, type Sheet } from '../styles/css.js'

/** The shadow root in which components are rendered. */
export const ShadowRootContext = createContext<ShadowRoot | undefined>(undefined)

/** Returns the shadow root in which a component is rendered. */
function useShadowRoot(): ShadowRoot {
  const root = useContext(ShadowRootContext)
  if (root === undefined) throw new TypeError('Drawn outside <ShadowMount>.')
  return root
}

/** Adds a component's style sheet to the shadow root in which it is rendered, before the browser lays it out. */
export function useSheet(sheet: Sheet): void {
  const root = useShadowRoot()
  useInsertionEffect(() => adoptSheet(root, sheet), [root, sheet])
}
