import { createRoot } from 'react-dom/client'
import { english } from '../../../../services/site/locales/siteTexts.js'
import { createAsks } from '../../../../services/site/page/asks.js'
import { createSiteStore, type SiteState, type SiteStore } from '../../../../services/site/page/siteState.js'
import { syncTheme } from '../../../../services/site/page/syncTheme.js'
import { Refused } from '../../../../services/site/views/Refused.js'
import { Root } from '../../../../services/site/views/Root.js'
import { type Site, SiteContext } from '../../../../services/site/views/SiteContext.js'
import { Surface } from '../../../../services/site/views/Surface.js'
import type { WorkerApi } from '../../../../services/site/worker/walletApi.js'
import { type SurfaceFixture, surfaces, usual } from './surfaces.js'

/** Draws a surface of the wallet's own site in one of its states, or the list of all. */
export async function showSite(
  host: HTMLElement,
  name: string,
  {
    theme,
    locale,
    font,
  }: { readonly theme: SiteState['theme']['mode']; readonly locale: string; readonly font: string | null },
): Promise<void> {
  const fixture = surfaces[name]
  const root = createRoot(host)
  if (fixture === undefined) return root.render(<List />)
  const store = createSiteStore(fixture.surface ?? 'iframe')
  await syncTheme(store, { themeMode: theme, themeVariables: {}, locale })
  // A surface takes no font of a host's; pictures need one that is the same everywhere.
  if (font !== null) host.style.setProperty('--lk-font-family', font)
  document.body.style.margin = '0'
  // Not the gallery's colours.
  Object.assign(document.documentElement.style, { background: 'Canvas', color: 'CanvasText' })
  host.dataset.latchkey = 'site'
  root.render(
    fixture.ask === 'refused' ? (
      <Refused />
    ) : (
      <SiteContext.Provider value={siteOf(fixture, store)}>
        <Root host={host}>
          <Surface />
        </Root>
      </SiteContext.Provider>
    ),
  )
  await walk(host, fixture, store)
  host.dataset.isThere = 'true'
}

function List() {
  return (
    <main className="list">
      <h1>The wallet’s own site</h1>
      <p>Every surface of the embedded wallet in every state, drawn from a fixture.</p>
      <ul>
        {Object.keys(surfaces).map((each) => (
          <li key={each}>
            <a href={`?site=${each}&theme=dark`}>{each}</a> <a href={`?site=${each}&theme=light`}>light</a>{' '}
            <a href={`?site=${each}&locale=ar`}>right to left</a>
          </li>
        ))}
      </ul>
    </main>
  )
}

function siteOf({ ask, count = 1, wallet }: SurfaceFixture, store: SiteStore): Site {
  // Approve works only after a request has been in view for a while. The gallery skips that time, so that each picture is the same.
  const asks = createAsks(store, { now: () => -60_000 })
  for (let index = 0; ask !== undefined && ask !== 'refused' && index < count; index++)
    asks.ask({ ...ask, id: `${ask.id} ${index}` }, new AbortController().signal).catch(() => {})
  return {
    ...{ store, asks, wallet: { ...usual, ...wallet } as unknown as WorkerApi },
    // A surface in a frame would watch whether it is covered, which takes its time.
    seesVisibility: false,
    ...{ openWindow: () => {}, giveUpWindow: () => {}, tellLeave: () => {} },
  }
}

/** Does what the visitor does, as soon as it can be done. */
async function walk(host: HTMLElement, { steps = [] }: SurfaceFixture, store: SiteStore): Promise<void> {
  const { texts } = store.getState().locale
  for (const step of steps) {
    if ('press' in step) {
      const words = texts[step.press] ?? english[step.press]
      const isIt = (button: HTMLButtonElement) => button.textContent.includes(words) && !button.disabled
      const [button] = await until(() => [...all<HTMLButtonElement>(host, 'button')].filter(isIt))
      button?.click()
      continue
    }
    const typed = typeof step.type === 'string' ? [texts[step.type] ?? english[step.type]] : step.type
    const fields = await until(() => [...all<HTMLInputElement>(host, 'input')])
    for (const [index, text] of typed.entries()) type(fields[index], text)
  }
}

const all = <element extends Element>(host: HTMLElement, selector: string) =>
  host.shadowRoot?.querySelectorAll<element>(selector) ?? []

/** Sets a field's value as a keyboard does, which React hears. */
function type(field: HTMLInputElement | undefined, text: string) {
  if (field === undefined) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function until<value>(find: () => readonly value[]): Promise<readonly value[]> {
  for (;;) {
    const found = find()
    if (found.length > 0) return found
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
