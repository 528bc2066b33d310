import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { baseConfig, statesOf } from '../../../../../apps/gallery/src/fixtures/fixtures.js'
import type { Config } from '../../core/Config.js'
import { embeddedScreens } from '../../features/embedded/embeddedScreens.js'
import { screens as ownScreens, type Screen } from '../../features/modal/screens.js'
import { embeddedEn } from '../../locales/embedded/en.js'
import { en } from '../../locales/en.js'
import { enButtons } from '../../locales/enButtons.js'
import { embeddedErrorTexts } from '../../protocol/embeddedErrorTexts.js'
import { errorTexts } from '../../protocol/errorTexts.js'
import { createFixtureKit } from '../../testing/createFixtureKit.js'
import type { Fixture } from '../../testing/ScreenStates.js'
import { providerNames } from '../embedded/SocialLogo.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'

// Rules for every screen in each of its states. The screens come from their records, so a screen without a fixture
// fails here.

const screens = { ...ownScreens, ...embeddedScreens }
const errors = Object.fromEntries(
  Object.entries({ ...errorTexts, ...embeddedErrorTexts }).map(([code, text]) => [`error.${code}`, text]),
)
/** Every text of the catalogues, to recognise texts that are in no catalogue. */
const marked = Object.fromEntries(
  Object.entries({ ...en, ...enButtons, ...embeddedEn, ...errors }).map(([key, text]) => [key, mark(text)]),
)
/** Screens that a visitor must answer first: they shake instead of closing. */
const isAnswerDue = ({ canClose }: Screen, { state }: Fixture) =>
  canClose?.({
    isOnUnsupportedNetwork: true,
    isSignInDue: true,
    isRequestOpen: false,
    isSignInRequired: state?.siwx?.isRequired === true,
  }) === false
/** Minutes as `Intl` writes them: no catalogue has them. */
const minutes = [
  new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(2),
]
/** The months that `Intl` writes: no catalogue has them. */
const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1)).flatMap((date) =>
  (['long', 'short'] as const).map((style) => date.toLocaleDateString('en', { month: style })),
)
/** The chain families' own names. */
const namespaces = ['EVM Networks', 'Solana', 'Bitcoin', 'Polkadot']
const patience = { timeout: 10_000 }

beforeEach(() => vi.setConfig({ testTimeout: 60_000 }))
afterEach(() => document.documentElement.removeAttribute('dir'))

describe.each(Object.entries(screens))('%s', (view, screen) => {
  const states = statesOf(view)

  test('has a state to look at', () => {
    expect(states).not.toEqual([])
  })

  test('has a title, and a name for each control', async () => {
    for (const [name, fixture] of states) {
      const { dialog, close } = await open(fixture)
      const headings = [...dialog.querySelectorAll('h2')]
      expect(headings, name).toHaveLength(1)
      expect(headings[0]?.textContent, name).toMatch(/\S/)
      expect(dialog.getAttribute('aria-labelledby'), name).toBe(headings[0]?.id)
      expect(
        controlsOf(dialog).filter((control) => nameOf(control) === ''),
        name,
      ).toEqual([])
      await close()
    }
  })

  test('has one way back', async () => {
    for (const [name, fixture] of states) {
      const { dialog, close } = await open(fixture)
      const ways = controlsOf(dialog).filter((control) => nameOf(control) === en['modal.back'])
      expect(ways.length, name).toBeLessThan(2)
      await close()
    }
  })

  test('shows no text that is in no catalogue', async () => {
    for (const [name, fixture] of states) {
      const { dialog, close } = await open(fixture, { texts: marked })
      const known = wordsOf(fixture)
      expect(
        textsOf(dialog).filter((text) => !isData(text, known)),
        name,
      ).toEqual([])
      await close()
    }
  })

  test('has the focus; Escape closes it', async () => {
    for (const [name, fixture] of states) {
      const { dialog, kit, close } = await open(fixture)
      expect(dialog.contains(focused()), name).toBe(true)
      await userEvent.keyboard('{Escape}')
      const shown = { isOpen: isAnswerDue(screen, fixture), isShaking: isAnswerDue(screen, fixture) }
      expect(kit.store.getState().modal, name).toMatchObject(shown)
      await close()
    }
  })

  test('leads back to the screen before', async () => {
    for (const [name, fixture] of states) {
      const before = fixture.stack.slice(0, -1).at(-1)
      const { dialog, kit, close } = await open(fixture)
      const back = controlsOf(dialog).find((control) => nameOf(control) === en['modal.back'])
      // The account's header shows the network instead; the first screen has no previous one; and the wallet's own surface
      // is answered, or closed.
      const previous = view === 'ApproveTransaction' ? undefined : before
      expect(back !== undefined, name).toBe(previous !== undefined)
      back?.click()
      const shown = kit.store.getState().modal.stack.at(-1)
      expect(shown?.name, name).toBe(previous?.name ?? view)
      await close()
    }
  })

  test('is mirrored where text runs from right to left', async () => {
    for (const [name, fixture] of states) {
      const leftToRight = await open(fixture)
      const places = placesIn(leftToRight.dialog, 'ltr')
      await leftToRight.close()
      document.documentElement.dir = 'rtl'
      const rightToLeft = await open(fixture)
      expect(getComputedStyle(rightToLeft.dialog).direction, name).toBe('rtl')
      expect(placesIn(rightToLeft.dialog, 'rtl'), name).toEqual(places)
      await rightToLeft.close()
      document.documentElement.dir = 'ltr'
    }
  })
})

async function open({ stack, state, config }: Fixture, more: Partial<Config> = {}) {
  const kit = createFixtureKit({ ...baseConfig, ...config, ...more } as Config, {
    ...state,
    locale: { tag: 'en', texts: more.texts ?? {} },
    modal: { isOpen: true, stack, ...state?.modal },
  })
  const { unmount } = await render(<LatchkeyProvider kit={kit} />)
  const dialog = await vi.waitFor(() => {
    const root = document.querySelector('[data-latchkey="modal"]')?.shadowRoot
    const found = root?.querySelector('.dialog')
    if (!(found instanceof HTMLElement) || found.querySelector('.view') === null) throw new Error('not yet')
    return found
  }, patience)
  await drawn(dialog)
  return { dialog, kit, close: unmount }
}

/** Resolves once nothing has changed or moved for some frames, because codes and pictures load on demand. */
async function drawn(dialog: Element): Promise<void> {
  for (let quiet = 0, before = ''; quiet < 3; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    for (const animation of dialog.getAnimations({ subtree: true })) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
    quiet = dialog.innerHTML === before ? quiet + 1 : 0
    before = dialog.innerHTML
  }
}

function focused(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

function controlsOf(dialog: HTMLElement): readonly HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('button, a, input, select, textarea, [role="img"]')].filter(
    (control) => control.getClientRects().length > 0,
  )
}

/** Returns an element's accessible name, as far as the kit's ways of naming go. */
function nameOf(control: Element): string {
  const root = control.getRootNode() as ShadowRoot
  const labelledBy = control.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
  const parts = [
    control.getAttribute('aria-label'),
    ...labelledBy.map((id) => root.getElementById(id)?.textContent),
    ...labels.map(({ textContent }) => textContent),
    control.textContent,
    ...[...control.querySelectorAll('img')].map(({ alt }) => alt),
  ]
  return parts.find((part) => part?.trim())?.trim() ?? ''
}

/** Returns every visible or spoken text, without its marked parts. */
function textsOf(dialog: Element): readonly string[] {
  const attributes = ['aria-label', 'placeholder', 'alt', 'title', 'aria-description', 'aria-valuetext']
  const elements = [...dialog.querySelectorAll('*')]
  const written = elements.flatMap((element) =>
    attributes.map((attribute) => element.getAttribute(attribute) ?? ''),
  )
  const shown = elements
    .filter((element) => element.tagName !== 'STYLE')
    .map((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? '')
        .join(''),
    )
  return [...written, ...shown].map(unmarked).filter((text) => /\p{L}/u.test(text))
}

/** Marks a text; a text with several plural forms in each form: `one=⟦…⟧|other=⟦…⟧`. */
function mark(text: string): string {
  const forms = text.split('|')
  return forms.length === 1 ? `⟦${text}⟧` : forms.map((form) => `${form.replace('=', '=⟦')}⟧`).join('|')
}

function unmarked(text: string): string {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, '').trim()
  return less === text ? text : unmarked(less)
}

/** Checks whether a text comes from the fixture's data and has no language: a name, an address, an amount. */
function isData(text: string, known: ReadonlySet<string>): boolean {
  const isWord = (word: string) =>
    known.has(word) || /^(\d[\d.,]*|\w+…\w+)$/.test(word) || isPart(word, known) || isCut(word, known)
  return wordsIn(text).every(isWord)
}

/** Checks for a part of one of the fixture's addresses, in which the screen marks the differing characters. */
function isPart(word: string, known: ReadonlySet<string>): boolean {
  // Requires a digit, so that no English word of hex letters passes.
  const isHex = /^(0x)?(?=[0-9a-f]*\d)[0-9a-f]{1,40}$/i.test(word)
  return isHex || [...known].some((one) => one.length > 30 && one.includes(word))
}

/** Checks for the beginning of a word of the fixture, where the screen has cut a long text. */
function isCut(word: string, known: ReadonlySet<string>): boolean {
  return word.endsWith('…') && [...known].some((one) => one.startsWith(word.slice(0, -1)))
}

/** Names of protocols and of the providers of social logins, which no language translates. */
const protocols = ['Ordinals', ...Object.values(providerNames)]

/** Every word of a fixture's data. */
function wordsOf(fixture: Fixture): ReadonlySet<string> {
  return new Set(
    [
      ...stringsOf(fixture),
      ...stringsOf(baseConfig),
      ...namespaces,
      ...months,
      ...minutes,
      ...protocols,
      // Bitcoin's own word, the same in every language.
      'UTXO',
    ].flatMap(wordsIn),
  )
}

/** Splits a text at spaces and punctuation. */
function wordsIn(text: string): readonly string[] {
  return text.split(/[\s:/<>+−≈≥$%()·\u2066\u2069]+|[.,-](?!\S)|(?<!\S)-(?=\d)/).filter((word) => word !== '')
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsOf)
}

/** Returns the positions of controls and titles, from the side where text begins. Skips links within sentences. */
function placesIn(dialog: HTMLElement, direction: 'ltr' | 'rtl'): readonly string[] {
  const bounds = dialog.getBoundingClientRect()
  return [...dialog.querySelectorAll<HTMLElement>('button, a, input, h2')]
    .filter((element) => element.getClientRects().length > 0 && !element.matches(':is(p, span) a'))
    .map((element) => {
      const { left, right, top } = element.getBoundingClientRect()
      const start = direction === 'ltr' ? left - bounds.left : bounds.right - right
      return `${nameOf(element)}: ${Math.round(start)}, ${Math.round(top - bounds.top)}`
    })
}
