import type { Kit } from '../Kit.js'
import { moreScreens } from './moreScreens.js'
import { type Screen, screens, type View } from './screens.js'

/** The rules of a screen; `undefined` for one that this kit does not have: a page in JavaScript may pass any name. */
export function screenOf({ slots }: Kit, { name }: View): Screen | undefined {
  const all: { readonly [name: string]: Screen } = { ...screens, ...slots.get(moreScreens) }
  return Object.hasOwn(all, name) ? all[name] : undefined
}
