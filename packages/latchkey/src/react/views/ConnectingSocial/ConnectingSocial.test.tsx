import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FrameFailure } from '../../../testing/frame/driveFrame.js'
import type { FrameScript } from '../../../testing/frame/scriptedFrameClient.js'
import { patience } from '../../testing/draw.js'
import { allMethods, clearEmbedded, drawEmbedded, type Embedded } from '../../testing/drawEmbedded.js'

afterEach(() => {
  clearEmbedded()
  vi.restoreAllMocks()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const connection = ({ kit }: Embedded) => kit.store.getState().connection.connections['latchkey.embedded']
const isConnected = (made: Embedded) => vi.waitFor(() => expect(connection(made)).toBeDefined(), patience)
const types = ({ events }: Embedded) =>
  events.map(({ type }) => type).filter((type) => type.startsWith('SOCIAL'))

/** The provider's window: a test closes it, or reads where it was sent. */
function stubWindow({ isBlocked = false } = {}) {
  const opened = {
    closed: false,
    location: { href: '' },
    close() {
      opened.closed = true
    },
  }
  const open = vi
    .spyOn(window, 'open')
    .mockImplementation(() => (isBlocked ? null : (opened as unknown as Window)))
  return { opened, open }
}

const uri = 'https://accounts.google.example/authorize?state=1'
const social = { address: '0x', chainId: 'eip155:1' }
const letsIn: FrameScript = { GET_SOCIAL_REDIRECT_URI: { uri } }

function draw(script: FrameScript) {
  return drawEmbedded({ script, methods: { ...allMethods, socials: ['google'], farcaster: true } })
}

describe('at a provider', () => {
  test('the window opens within the click, goes to the provider, and is closed in the end', async () => {
    const { opened, open } = stubWindow()
    let enter = (_: unknown) => {}
    const made = draw({
      ...letsIn,
      CONNECT_SOCIAL: () =>
        new Promise((resolve) => {
          enter = resolve
        }),
    })
    await button('Continue with Google').click()
    expect(open).toHaveBeenCalledExactlyOnceWith(
      '',
      'latchkey-login',
      expect.stringContaining('width=600,height=800'),
    )
    await expect.element(page.getByText('Connect in the provider window'), patience).toBeVisible()
    expect(opened.location.href).toBe(uri)
    expect(made.frame.asked('GET_SOCIAL_REDIRECT_URI')).toEqual([{ provider: 'google' }])
    await vi.waitFor(() => expect(made.frame.asked('CONNECT_SOCIAL')).toEqual([{ uri }]), patience)
    enter({ ...social, address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', userName: 'alice' })
    await isConnected(made)
    expect(opened.closed).toBe(true)
    expect(connection(made)?.wallet).toMatchObject({ social: 'google' })
    await vi.waitFor(() => expect(types(made)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_SUCCESS']))
    expect(made.kit.store.getState().modal.isOpen).toBe(false)
  })

  test('a browser that opens no window: another click opens it', async () => {
    const { open, opened } = stubWindow({ isBlocked: true })
    const made = draw({ ...letsIn, CONNECT_SOCIAL: () => new Promise(() => {}) })
    await button('Continue with Google').click()
    await expect.element(page.getByText('Could not open social popup'), patience).toBeVisible()
    open.mockImplementation(() => opened as unknown as Window)
    await button('Open the window').click()
    await expect.element(page.getByText('Connect in the provider window'), patience).toBeVisible()
    expect(made.stack()).toEqual(['Connect', 'ConnectingSocial'])
  })

  test('a window that its visitor closes leads back to the choice', async () => {
    const { opened } = stubWindow()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const made = draw({ ...letsIn, CONNECT_SOCIAL: () => new Promise(() => {}) })
    await button('Continue with Google').click()
    await expect.element(page.getByText('Connect in the provider window'), patience).toBeVisible()
    opened.closed = true
    await vi.waitFor(() => expect(made.stack()).toEqual(['Connect']), patience)
    expect(types(made)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED'])
    await vi.waitFor(() => expect(made.frame.cancelled()).toEqual(['CONNECT_SOCIAL']), patience)
  })

  test('a window that only seems closed, because it is isolated, does not end the login', async () => {
    const { opened } = stubWindow()
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    let enter = (_: unknown) => {}
    const made = draw({
      ...letsIn,
      CONNECT_SOCIAL: () =>
        new Promise((resolve) => {
          enter = resolve
        }),
    })
    await button('Continue with Google').click()
    await expect.element(page.getByText('Connect in the provider window'), patience).toBeVisible()
    await vi.waitFor(() => expect(made.frame.asked('CONNECT_SOCIAL')).toHaveLength(1), patience)
    opened.closed = true
    await made.pass(3_000)
    focus.mockReturnValue(true)
    await made.pass(3_000)
    expect(made.stack()).toEqual(['Connect', 'ConnectingSocial'])
    enter({ ...social, address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
    await isConnected(made)
  })

  test('an address that would run script in this page is not followed', async () => {
    const { opened } = stubWindow()
    draw({ GET_SOCIAL_REDIRECT_URI: { uri: 'javascript:alert(1)' } })
    await button('Continue with Google').click()
    await expect.element(page.getByText('Could not fetch the social redirect uri'), patience).toBeVisible()
    expect(opened.location.href).toBe('')
    expect(opened.closed).toBe(true)
  })

  test('an address that does not come within 45 seconds: it can be tried again', async () => {
    const { opened } = stubWindow()
    const made = draw({ GET_SOCIAL_REDIRECT_URI: () => new Promise(() => {}) })
    await button('Continue with Google').click()
    await vi.waitFor(() => expect(made.frame.asked('GET_SOCIAL_REDIRECT_URI')).toHaveLength(1), patience)
    await made.pass(29_000)
    await expect.element(page.getByText('Opening the provider window')).toBeVisible()
    await made.pass(16_000)
    await expect.element(button('Try again'), patience).toBeVisible()
    expect(opened.closed).toBe(true)
    expect(types(made)).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_ERROR'])
  })

  test('a mail address that logs in another way', async () => {
    stubWindow()
    draw({
      ...letsIn,
      CONNECT_SOCIAL() {
        throw new FrameFailure('login_other')
      },
    })
    await button('Continue with Google').click()
    await expect
      .element(page.getByText('This address belongs to a wallet that logs in another way'), patience)
      .toBeVisible()
  })
})

describe('with Farcaster', () => {
  const url = 'https://farcaster.example/~/siwf?token=ABC'

  test('by a code on another device', async () => {
    let accept = (_: unknown) => {}
    const made = draw({
      GET_FARCASTER_URI: { url },
      CONNECT_FARCASTER: () =>
        new Promise((resolve) => {
          accept = resolve
        }),
    })
    await button('Continue with Farcaster').click()
    await expect
      .element(page.getByRole('img', { name: 'QR code to log in with Farcaster' }), patience)
      .toBeVisible()
    await vi.waitFor(() => expect(made.frame.asked('CONNECT_FARCASTER')).toHaveLength(1), patience)
    accept({ userName: 'alice' })
    await isConnected(made)
    expect(connection(made)?.wallet).toMatchObject({ social: 'farcaster' })
    await vi.waitFor(() =>
      expect(types(made)).toEqual([
        ...['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_REQUEST_USER_DATA', 'SOCIAL_LOGIN_SUCCESS'],
      ]),
    )
  })

  test('going back forgets the code, and loads the frame anew after 100 ms', async () => {
    const made = draw({ GET_FARCASTER_URI: { url }, CONNECT_FARCASTER: () => new Promise(() => {}) })
    await button('Continue with Farcaster').click()
    await expect
      .element(page.getByRole('img', { name: 'QR code to log in with Farcaster' }), patience)
      .toBeVisible()
    const before = document.querySelector('#latchkey-frame')
    await button('Back').click()
    await vi.waitFor(() => expect(made.kit.store.getState().embedded?.login).toBeUndefined(), patience)
    await made.pass(100)
    await vi.waitFor(() => {
      const now = document.querySelector('#latchkey-frame')
      expect(now).not.toBe(before)
      expect(now).not.toBeNull()
    }, patience)
  })
})

test('with a passkey', async () => {
  const made = drawEmbedded({ script: { CONNECT_PASSKEY: undefined } })
  await button('Use a passkey').click()
  await isConnected(made)
  expect(made.frame.asked('CONNECT_PASSKEY')).toHaveLength(1)
})
