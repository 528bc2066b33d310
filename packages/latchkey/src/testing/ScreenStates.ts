import type { Config } from '../core/Config.js'
import type { RouteStack } from '../core/router.js'
import type { View, ViewName } from '../features/modal/screens.js'
import type { StateFixture } from './createFixtureKit.js'

/** A screen in a given state, from which `createFixtureKit` makes a kit. */
export type Fixture<name extends ViewName = ViewName> = {
  /** The history: the earlier screens, oldest first, and the screen itself. */
  readonly stack: RouteStack<View> &
    readonly [...behind: View[], screen: Extract<View, { readonly name: name }>]
  readonly state?: StateFixture | undefined
  readonly config?: Partial<Config> | undefined
  /** Whether the parts that a visitor can unfold are unfolded. @default false */
  readonly isUnfolded?: boolean | undefined
}

/**
 * The named states of every screen, which complete the screens' records (`features/modal/screens.ts`). The gallery, its
 * pictures and the tests for all screens read them. A missing screen does not compile.
 */
export type ScreenStates = {
  readonly [name in ViewName]: { readonly [state: string]: Fixture<name> }
}
