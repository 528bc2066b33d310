import { type Config, setLocale, type ThemeMode } from 'latchkey'
import { AccountButton, ConnectButton, LatchkeyProvider, NetworkButton } from 'latchkey/react'
import { createFixtureKit, type Fixture } from 'latchkey/testing'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { baseConfig, fixtures } from './fixtures/fixtures.js'
import type { startLive } from './live/Live.js'
import { unfold } from './unfold.js'
import './gallery.css'

// ?fixture=Connect/content&theme=light&dir=rtl&locale=ar&font=Inter shows one screen; without a fixture, the list of all.
// ?site=Approve/message&theme=light&locale=ar shows a surface of the wallet's own site; ?site= the list of them.
// ?live=http://localhost:4602&signIn=optional&resolver=0x… is a page with a working kit for tests, controlled by `window.live`.
const query = new URLSearchParams(location.search)
const name = query.get('fixture')
const theme = (query.get('theme') ?? 'dark') as ThemeMode
const font = query.get('font')
const locale = query.get('locale') ?? 'en'
document.documentElement.dir = query.get('dir') ?? 'ltr'
document.documentElement.dataset.theme = theme

function kitOf({ stack, state, config }: Fixture) {
  const themeVariables = { ...(font === null ? {} : { '--lk-font-family': font }), ...config?.themeVariables }
  const merged = { ...baseConfig, ...config, themeMode: theme, themeVariables } as Config
  const kit = createFixtureKit(merged, { ...state, modal: { isOpen: true, stack, ...state?.modal } })
  void setLocale(kit, locale)
  return kit
}

function Screen({ fixture }: { readonly fixture: Fixture }) {
  return (
    <LatchkeyProvider kit={kitOf(fixture)}>
      <main className="buttons">
        <ConnectButton />
        <NetworkButton />
        <AccountButton />
      </main>
    </LatchkeyProvider>
  )
}

function List() {
  return (
    <main className="list">
      <h1>Gallery</h1>
      <p>
        Every screen of the modal in every state, drawn from a fixture. The embedded wallet’s own surfaces are{' '}
        <a href="?site=">on a page of their own</a>.
      </p>
      <ul>
        {Object.keys(fixtures).map((each) => (
          <li key={each}>
            <a href={`?fixture=${each}&theme=dark`}>{each}</a>{' '}
            <a href={`?fixture=${each}&theme=light`}>light</a>{' '}
            <a href={`?fixture=${each}&dir=rtl&locale=ar`}>right to left</a>
          </li>
        ))}
      </ul>
    </main>
  )
}

const fixture = name === null ? undefined : Object.entries(fixtures).find(([each]) => each === name)?.[1]
const live = query.get('live')
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
const surface = query.get('site')
if (surface !== null) {
  const { showSite } = await import('./site/Site.js')
  await showSite(root, surface, { theme: theme === 'light' ? 'light' : 'dark', locale, font })
} else if (live === null) {
  if (fixture?.isUnfolded === true) unfold()
  createRoot(root).render(
    <StrictMode>{fixture === undefined ? <List /> : <Screen fixture={fixture} />}</StrictMode>,
  )
} else {
  const signIn = (query.get('signIn') ?? 'off') as startLive.Options['signIn']
  const { startLive } = await import('./live/Live.js')
  Object.assign(window, {
    live: startLive(root, { origin: live, signIn, resolver: query.get('resolver') ?? undefined }),
  })
}
