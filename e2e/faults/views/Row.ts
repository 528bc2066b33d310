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

/** How to open a view, what may fail there, and what it must show then. */
export type Row = {
  readonly name: string
  /** @default true if its screen needs an account */
  readonly isConnected?: boolean | undefined
  /** @default `'optional'` if its screen belongs to sign-in */
  readonly signIn?: 'optional' | 'required' | undefined
  readonly open: (live: LivePage) => Promise<void>
  readonly troubles: readonly Trouble[]
  /** Without a fault the modal closes. */
  readonly closesWhenWell?: boolean | undefined
  /** Without a fault money would move, which another test covers. */
  readonly isWellUnknown?: boolean | undefined
  /**
   * Stored data to delete before each trouble. A sign-in's token is always deleted on a sign-in screen, and the
   * connection where the row is not connected.
   */
  readonly deletes?: 'sent' | 'asked' | undefined
  /** Finds the text of the working view: no fault, or a fault in an answer that the view does not need. */
  readonly shows: (dialog: Locator) => Locator
  /** Finds the text of the failed view: the answer is unusable. */
  readonly empty?: ((dialog: Locator) => Locator) | undefined
  /** The error that the view shows without an answer. Absent: the view works without one. */
  readonly fails?: ((dialog: Locator) => Locator) | undefined
}

/** Rows of some views. */
export type Rows = { readonly [name in View['name']]?: readonly [Row, ...Row[]] }

export const text = (words: string | RegExp) => (dialog: Locator) => dialog.getByText(words).first()
export const button = (name: string | RegExp) => (dialog: Locator) =>
  dialog.getByRole('button', { name, exact: typeof name === 'string' }).first()
export const opening = (view: View) => (live: LivePage) => live.open(view)
/** A service that fails in some ways, or whose answers are poisoned in others. */
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

/** An address that the account has never sent to. */
export const friend = '0x2546BcD3c84621e976D8185a91A922aE77ECEc30'
