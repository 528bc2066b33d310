import type { AppKitInstance } from './AppKitInstance.js'
import { getCurrent } from './current.js'

export type AppKit = AppKitInstance

/** Replaces the incumbent's `AppKit` class: returns the newest instance. */
export const AppKit = {
  getInstance: (): AppKit | undefined => getCurrent()?.appKit,
}
