import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { connect } from '../../features/connection/connect.js'
import { openModal } from '../../features/modal/openModal.js'
import type { View } from '../../features/modal/screens.js'
import { embeddedErrorTexts } from '../../protocol/embeddedErrorTexts.js'
import { errorTexts } from '../../protocol/errorTexts.js'
import type { FrameRequestType } from '../../protocol/frame/messages.js'
import { FrameFailure } from '../../testing/frame/driveFrame.js'
import { alice } from '../../testing/frame/embeddedKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { patience } from '../testing/draw.js'
import { clearEmbedded, drawEmbedded, type Embedded } from '../testing/drawEmbedded.js'

// The screens of the embedded wallet's account with each way in which their request to the frame can fail: the visitor reads so, stays where they are, and
// gets through once it works. The frame's own surfaces have `services/site/views/faults.test.tsx`.

afterEach(clearEmbedded)

const fail =
  (...failure: ConstructorParameters<typeof FrameFailure>) =>
  () => {
    throw new FrameFailure(...failure)
  }
const faults: { readonly [name: string]: () => unknown } = {
  'the service cannot be reached': fail('network'),
  'too many calls': fail('limited', { seconds: 90 }),
  'a refusal': fail('locked'),
  'the session has ended': fail('not_connected'),
  'the frame has failed': fail('failed'),
  'the frame has restarted': fail('restarted'),
  'an answer without sense': () => ({ nonsense: '<b>Free</b>' }),
  'a text for an answer': () => 'undefined',
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const type = (text: string) => page.getByRole('textbox').fill(text)

type Row = {
  readonly view: View
  /** The request that fails, and its right answer. */
  readonly request: FrameRequestType
  readonly answer: unknown
  /** The visitor's way from the view to the request. */
  readonly go?: () => Promise<void>
  /** What they repeat. */
  readonly press: () => Promise<void>
  readonly ends: (made: Embedded) => Promise<unknown>
}

const address = 'alice@driftwood.example'
const updating = { name: 'UpdateEmailWallet' } as const
async function toCode() {
  await type(address)
  await button('Save').click()
}

const rows: { readonly [name: string]: Row } = {
  UpdateEmailWallet: {
    view: updating,
    request: 'UPDATE_EMAIL',
    answer: { action: 'VERIFY_PRIMARY_OTP' },
    go: () => type(address),
    press: () => button('Save').click(),
    ends: () => expect.element(heading('Confirm current email'), patience).toBeVisible(),
  },
  UpdateEmailPrimaryOtp: {
    view: updating,
    request: 'UPDATE_EMAIL_PRIMARY_OTP',
    answer: undefined,
    go: toCode,
    press: () => type('111111'),
    ends: () => expect.element(heading('Confirm new email'), patience).toBeVisible(),
  },
  UpdateEmailSecondaryOtp: {
    view: updating,
    request: 'UPDATE_EMAIL_SECONDARY_OTP',
    answer: { newEmail: address },
    async go() {
      await toCode()
      await expect.element(heading('Confirm current email'), patience).toBeVisible()
      await type('111111')
      await expect.element(heading('Confirm new email'), patience).toBeVisible()
    },
    press: () => type('222222'),
    ends: () => expect.element(page.getByText('Email changed'), patience).toBeVisible(),
  },
  'AccountSettings and ApproveTransaction': {
    view: { name: 'AccountSettings' },
    request: 'OPEN_VIEW',
    answer: undefined,
    press: () => button('Ways in and security').click(),
    ends: async ({ frame }) => {
      await expect.poll(() => frame.asked('OPEN_VIEW').length).toBeGreaterThan(1)
      await expect.element(heading('Account settings'), patience).toBeVisible()
    },
  },
}

/** The texts of errors, with anything in place of their slots. */
const errorText = new RegExp(
  `^(${Object.values({ ...errorTexts, ...embeddedErrorTexts })
    .map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+'))
    .join('|')})$`,
)

/** Connects, opens the row's view, and leaves its request to `answer`. */
async function setUp({ view, request }: Row, answer: () => unknown) {
  const made = drawEmbedded({
    script: {
      GET_USER: {
        ...{ address: alice, chainId: 'eip155:1', email: 'alice@tidepool.example' },
        ...{ preferredAccountType: 'eoa', custody: 'self', isBackedUp: true },
        accounts: [{ type: 'eoa', address: alice }],
      },
      UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
      UPDATE_EMAIL_PRIMARY_OTP: undefined,
      [request]: answer,
    },
    view: false,
    config: {
      adapters: [mockAdapter({ getBalance: async () => ({ amount: '1', symbol: 'ETH' }) as never })],
    },
  })
  await connect(made.kit, { connectorId: 'latchkey.embedded' })
  openModal(made.kit, { view })
  return made
}

describe.each(Object.entries(rows))('%s', (_, row) => {
  test('each fault is told, and the last try gets through', async () => {
    let answer: () => unknown = () => {}
    const made = await setUp(row, () => answer())
    await row.go?.()
    for (const [name, fault] of Object.entries(faults)) {
      answer = fault
      const before = made.frame.asked(row.request).length
      await row.press()
      await expect.poll(() => made.frame.asked(row.request).length, patience).toBe(before + 1)
      await expect.element(page.getByText(errorText).first(), { ...patience, message: name }).toBeVisible()
      await made.pass(10_000)
    }
    answer = () => row.answer
    await row.press()
    await row.ends(made)
  })
})
