import type { Locator } from '@playwright/test'
import type { View } from 'latchkey'
import type { LivePage } from '../LivePage.js'
import {
  amountPoisons,
  chainPoisons,
  type Faults,
  failures,
  linkPoisons,
  listPoisons,
  pagePoisons,
  pictureFaults,
  picturePoisons,
  wordPoisons,
} from '../serviceFaults.js'
import { answers, type Trouble } from '../troubles.js'

/** How a view is come to, what may go wrong there, and what it must show then. */
export type Row = {
  readonly name: string
  readonly isConnected?: boolean | undefined
  readonly signIn?: 'optional' | 'required' | undefined
  readonly open: (live: LivePage) => Promise<void>
  readonly troubles: readonly Trouble[]
  /** Where all is well, nothing is left to show: the modal closes. */
  readonly closesWhenWell?: boolean | undefined
  /** Where all is well, money would move: that is another test's. */
  readonly isWellUnknown?: boolean | undefined
  /** What shows where all is well, or where the view does without what it asked for. */
  readonly shows: (dialog: Locator) => Locator
  /** What shows where what is answered is of no use. */
  readonly empty?: ((dialog: Locator) => Locator) | undefined
  /** What is said where nothing is answered. Absent: the view does as well without it. */
  readonly fails?: ((dialog: Locator) => Locator) | undefined
}

/** Rows of some of the views. */
export type Rows = { readonly [name in View['name']]?: readonly [Row, ...Row[]] }

export const text = (words: string | RegExp) => (dialog: Locator) => dialog.getByText(words).first()
export const button = (name: string | RegExp) => (dialog: Locator) =>
  dialog.getByRole('button', { name, exact: typeof name === 'string' }).first()
export const opening = (view: View) => (live: LivePage) => live.open(view)
/** A service that fails in each of some ways, and one whose answers are poisoned in others. */
export const service = (routes: RegExp, failing: Faults, poisons: Faults = {}) => [
  ...answers(routes, failing, { isFailure: true }),
  ...answers(routes, poisons, { isFailure: false }),
]
export const walletPoisons = { ...wordPoisons, ...picturePoisons, ...linkPoisons, ...listPoisons }
export const tokenPoisons = { ...amountPoisons, ...wordPoisons, ...picturePoisons, ...listPoisons }
export const pages = { ...amountPoisons, ...wordPoisons, ...picturePoisons, ...listPoisons, ...pagePoisons }
export const chain = (routes: RegExp, failing: Faults = failures) => [
  ...answers(routes, failing, { isFailure: true }),
  ...answers(routes, chainPoisons, { isFailure: true }),
]
export const pictures = (routes: RegExp) => answers(routes, pictureFaults, { isFailure: false })

export const everything = answers(
  /./,
  { 'nobody answers': failures.hangs, 'the line is dead': failures['hangs up'] },
  { isFailure: true, mayPass: true },
)

/** Somebody whom the account has not sent to. */
export const friend = '0x2546BcD3c84621e976D8185a91A922aE77ECEc30'
