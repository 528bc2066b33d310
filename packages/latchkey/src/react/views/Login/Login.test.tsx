import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openModal } from '../../../features/modal/openModal.js'
import type { NetworkInput } from '../../../protocol/entities/Network.js'
import { FrameFailure } from '../../../testing/frame/driveFrame.js'
import { alicesFrame } from '../../../testing/frame/embeddedKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { deepActiveElement } from '../../modal/useFocusScope.js'
import { patience } from '../../testing/draw.js'
import { allMethods, clearEmbedded, drawEmbedded, type Embedded } from '../../testing/drawEmbedded.js'

afterEach(clearEmbedded)

const alice = 'alice@tidepool.example'
const onBitcoin: NetworkInput = {
  ...mockNetwork(1),
  ...{ id: '000000000019d6689c085ae165831e93', chainNamespace: 'bip122', name: 'Bitcoin' },
}
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const code = () => page.getByRole('textbox', { name: 'Code with 6 digits' })
const connection = ({ kit }: Embedded) => kit.store.getState().connection.connections['latchkey.embedded']
const isConnected = (made: Embedded) => vi.waitFor(() => expect(connection(made)).toBeDefined(), patience)
const types = ({ events }: Embedded) => events.map(({ type }) => type)

/** Also inside the modal's shadow root. */
const hasFocus = (locator: Locator) =>
  vi.waitFor(() => expect(deepActiveElement(document)).toBe(locator.element()), patience)

async function typeEmail(text = alice) {
  await expect.element(email(), patience).toBeVisible()
  await email().fill(text)
  await userEvent.keyboard('{Enter}')
}

const bySix = { CONNECT_EMAIL: { action: 'VERIFY_OTP', expiresIn: 300 }, CONNECT_OTP: undefined }

describe('by e-mail', () => {
  test('with a code, as it is typed', async () => {
    const made = drawEmbedded({ script: bySix })
    await typeEmail(`  ${alice} `)
    await expect.element(heading('Confirm email'), patience).toBeVisible()
    await expect.element(page.getByText(alice)).toBeVisible()
    await expect.element(page.getByText('The code expires in 5 minutes')).toBeVisible()
    await hasFocus(code())
    await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code()).toHaveAttribute('inputmode', 'numeric')
    await userEvent.keyboard('123456')
    await isConnected(made)
    expect(made.frame.asked('CONNECT_EMAIL')).toEqual([{ email: alice }])
    expect(made.frame.asked('CONNECT_OTP')).toEqual([{ otp: '123456' }])
    expect(made.kit.store.getState().modal.isOpen).toBe(false)
    expect(connection(made)?.wallet).toEqual({ name: 'Wallet', identifier: alice })
    expect(types(made)).toEqual(
      expect.arrayContaining([
        ...['EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT'],
        ...['EMAIL_VERIFICATION_CODE_PASS', 'CONNECT_SUCCESS'],
      ]),
    )
    expect(made.events).toContainEqual(expect.objectContaining({ type: 'CONNECT_SUCCESS', method: 'email' }))
  })

  test('with a code that is pasted, with what is around it', async () => {
    const made = drawEmbedded({ script: bySix })
    await typeEmail()
    await hasFocus(code())
    const input = code().element() as HTMLInputElement
    const pasted = new DataTransfer()
    pasted.setData('text/plain', ' 12 34-56 ')
    // As the browser inserts it.
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    )
    document.execCommand('insertText', false, ' 12 34-56 ')
    await isConnected(made)
    expect(made.frame.asked('CONNECT_OTP')).toEqual([{ otp: '123456' }])
  })

  test('after a link that confirms the device', async () => {
    let confirm = () => {}
    const device = new Promise<void>((resolve) => {
      confirm = resolve
    })
    const made = drawEmbedded({
      script: { ...bySix, CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: () => device },
    })
    await typeEmail()
    await expect.element(heading('Register device'), patience).toBeVisible()
    confirm()
    await expect.element(heading('Confirm email'), patience).toBeVisible()
    expect(made.stack()).toEqual(['Connect', 'EmailVerifyOtp'])
    expect(types(made)).toContain('DEVICE_REGISTERED_FOR_EMAIL')
  })

  test('a wrong code is typed anew, and says how often it may be', async () => {
    let isRight = false
    const made = drawEmbedded({
      script: {
        ...bySix,
        CONNECT_OTP: () => {
          if (!isRight) throw new FrameFailure('code_wrong', { triesLeft: 2 })
        },
      },
    })
    await typeEmail()
    await hasFocus(code())
    await userEvent.keyboard('111111')
    await expect.element(page.getByText('Code is wrong. Try again · 2 tries left'), patience).toBeVisible()
    await expect.element(code()).toHaveValue('')
    await hasFocus(code())
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true')
    isRight = true
    await userEvent.keyboard('123456')
    await isConnected(made)
    expect(made.events).toContainEqual({ type: 'EMAIL_VERIFICATION_CODE_FAIL', message: 'CODE_WRONG' })
  })

  test('a right code is enough, however often the wallet cannot be opened', async () => {
    let isThere = false
    const made = drawEmbedded({
      script: {
        ...bySix,
        GET_USER: (asked: { readonly chainId?: string }) => {
          if (!isThere) throw new FrameFailure('network')
          return alicesFrame.GET_USER(asked)
        },
      },
    })
    await typeEmail()
    await hasFocus(code())
    await userEvent.keyboard('123456')
    await expect.element(page.getByText('Wallet service is temporarily unavailable'), patience).toBeVisible()
    await expect.element(code()).not.toBeInTheDocument()
    isThere = true
    await button('Try again').click()
    await isConnected(made)
    expect(made.frame.asked('CONNECT_OTP')).toHaveLength(1)
  })

  test('another code only after 30 seconds, also from the first screen', async () => {
    const made = drawEmbedded({ script: bySix })
    await typeEmail()
    await expect.element(button(/^Resend in (29|30)s$/), patience).toBeDisabled()
    await button('Back').click()
    await typeEmail()
    await expect.element(page.getByText(/^Please try again after \d+ seconds$/), patience).toBeVisible()
    expect(made.frame.asked('CONNECT_EMAIL')).toHaveLength(1)
    await made.pass(30_000)
    await typeEmail()
    await expect.element(button(/^Resend in/), patience).toBeVisible()
    await made.pass(30_000)
    await button('Resend code').click()
    await expect.element(page.getByText('Code email resent'), patience).toBeVisible()
    expect(made.frame.asked('CONNECT_EMAIL')).toHaveLength(3)
  })

  test('what is no address is refused before the frame is asked', async () => {
    const made = drawEmbedded({ script: bySix })
    await typeEmail('alice@')
    await expect.element(page.getByText('Invalid email. Try again.'), patience).toBeVisible()
    await expect.element(email()).toHaveAttribute('aria-invalid', 'true')
    expect(made.frame.told).toEqual([])
  })

  test('the button comes with the fourth character, and back leads to the address as it was typed', async () => {
    drawEmbedded({ script: bySix })
    await expect.element(email(), patience).toBeVisible()
    await email().fill('a@b')
    expect(button('Continue with email').query()).toBeNull()
    await email().fill(alice)
    await button('Continue with email').click()
    await expect.element(heading('Confirm email'), patience).toBeVisible()
    await button('Back').click()
    await expect.element(email(), patience).toHaveValue(alice)
  })

  test('leaving the login gives it up: the frame is told, and a late answer connects nothing', async () => {
    const made = drawEmbedded({ script: { ...bySix, CONNECT_OTP: () => new Promise(() => {}) } })
    await typeEmail()
    await hasFocus(code())
    await userEvent.keyboard('123456')
    await vi.waitFor(() => expect(made.frame.asked('CONNECT_OTP')).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(made.frame.cancelled()).toEqual(['CONNECT_OTP']), patience)
    expect(made.kit.store.getState().embedded?.login).toBeUndefined()
    expect(connection(made)).toBeUndefined()
  })
})

describe('what is offered', () => {
  const names = () =>
    [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('.view .row, .view button') ?? [])].map(
        (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
      ),
    )
  const offered = async () => {
    await expect.element(page.getByRole('dialog'), patience).toBeVisible()
    await vi.waitFor(
      () => expect(names().some((name) => /Google|Email|Mock/.test(name))).toBe(true),
      patience,
    )
    return names()
  }

  test('the social logins in the usual order: a row, four logos, and the others behind a button', async () => {
    drawEmbedded()
    const [passkey, ...socials] = await offered()
    expect(passkey).toBe('Use a passkey')
    expect([...new Set(socials)].slice(0, 6)).toEqual([
      ...['Google', 'X', 'Discord', 'Farcaster', 'GitHub'].map((name) => `Continue with ${name}`),
      'More social logins',
    ])
    await button('More social logins').click()
    await expect.element(heading('All socials'), patience).toBeVisible()
    await expect.element(button('Continue with Facebook')).toBeVisible()
  })

  test('the operator’s own provider comes first, by the name that the operator gave it', async () => {
    drawEmbedded({
      methods: { ...allMethods, socials: ['google'], farcaster: false, oidc: { name: 'Tidepool ID' } },
      script: { GET_SOCIAL_REDIRECT_URI: { uri: 'https://id.example/start' }, CONNECT_SOCIAL: undefined },
    })
    await vi.waitFor(() => expect(names()).toContain('Continue with Google'), patience)
    const own = button('Continue with Tidepool ID')
    await expect.element(own).toBeVisible()
    expect(own.element().textContent).toContain('T')
    // A browser that opens no window: the screen says at whom the login is.
    vi.spyOn(window, 'open').mockReturnValue(null)
    await own.click()
    await expect.element(heading('Tidepool ID'), patience).toBeVisible()
    vi.restoreAllMocks()
  })

  test('two are two logos', async () => {
    drawEmbedded({
      methods: { ...allMethods, email: false, passkey: false, socials: ['x', 'github'], farcaster: false },
    })
    await vi.waitFor(() => expect(names()).toContain('Continue with GitHub'), patience)
    expect(
      document.querySelector('[data-latchkey="modal"]')?.shadowRoot?.querySelectorAll('.social'),
    ).toHaveLength(2)
  })

  test('what the host leaves off, or the operator has not configured, is not there', async () => {
    drawEmbedded({
      methods: { ...allMethods, socials: ['google', 'x'], passkey: false },
      config: { features: { email: false, socials: ['x', 'apple', 'google'] } },
    })
    await vi.waitFor(() => expect(names()).toContain('Continue with Google'), patience)
    expect(email().query()).toBeNull()
    expect([...new Set(names())].filter((name) => name.startsWith('Continue'))).toEqual([
      'Continue with X',
      'Continue with Google',
    ])
  })

  test('nothing of it in a host that turns both off', async () => {
    const { frame, stack } = drawEmbedded({
      config: { connectors: [mockConnector({})], features: { email: false, socials: false } },
    })
    await vi.waitFor(() => expect(names().some((name) => name.startsWith('Mock'))).toBe(true), patience)
    expect(names().filter((name) => /Continue with (?!a wallet)|passkey/.test(name))).toEqual([])
    expect(frame.told).toEqual([])
    await button('Get started').click()
    expect(stack()).toEqual(['Connect', 'WhatIsAWallet'])
  })

  test.each([
    ['for a chain family without such accounts', { networks: [mockNetwork(1), onBitcoin] }, 'bip122'],
    [
      'in a host of such families alone',
      { networks: [onBitcoin], adapters: [mockAdapter({ namespace: 'bip122' })] },
      undefined,
    ],
  ] as const)('nothing of it %s', async (_, config, namespace) => {
    const connectors = [mockConnector({ namespaces: ['bip122'] })]
    const { kit } = drawEmbedded({ config: { connectors, ...config }, view: false })
    openModal(kit, { namespace })
    await vi.waitFor(() => {
      expect(kit.store.getState().embedded?.methods?.status).toBe('success')
      expect(names().some((name) => name.startsWith('Mock'))).toBe(true)
    }, patience)
    expect(email().query()).toBeNull()
    expect(names().filter((name) => /Continue with (?!a wallet)|passkey/.test(name))).toEqual([])
  })

  test('nothing of it on a page that may not embed the wallet, and the developer hears of it', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const refusal = { error: { code: 'FORBIDDEN', message: 'Unauthorized: origin not allowed' } }
    const { kit } = drawEmbedded({
      config: { connectors: [mockConnector({})] },
      methods: Response.json(refusal, { status: 403 }),
    })
    await vi.waitFor(() => expect(kit.store.getState().embedded?.methods?.status).toBe('error'), patience)
    expect(kit.store.getState().notify.alert?.code).toBe('INVALID_APP_CONFIGURATION')
    expect(email().query()).toBeNull()
    expect(names().some((name) => name.startsWith('Mock'))).toBe(true)
    expect(names().filter((name) => /again|passkey|Continue with (?!a wallet)/i.test(name))).toEqual([])
    complaint.mockRestore()
  })

  test('the embedded wallet is not among the wallets; an "or" is between them', async () => {
    drawEmbedded({
      config: { connectors: [mockConnector({})], features: { connectMethodsOrder: ['email', 'wallet'] } },
    })
    await expect.element(email(), patience).toBeVisible()
    await expect.element(page.getByText('or', { exact: true }).first()).toBeVisible()
    expect(names().filter((name) => /^(Wallet|Mock)/.test(name))).toHaveLength(1)
  })
})
