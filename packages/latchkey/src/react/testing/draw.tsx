import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Kit } from '../../features/Kit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'

/** How long a test waits for a screen, in milliseconds: the test server compiles its chunk from source. */
export const patience = { timeout: 10_000 }

let root: Root | undefined

/**
 * Draws the provider of a kit, with its modal, around `children` into the test's page, as an app does in development.
 */
export function draw(kit: Kit, children: ReactNode = null): void {
  root?.unmount()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <StrictMode>
      <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider>
    </StrictMode>,
  )
}

/** Removes everything that {@link draw} rendered. For `afterEach`. */
export function clear(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}
