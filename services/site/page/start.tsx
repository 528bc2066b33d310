import { createRoot } from 'react-dom/client'
import { Refused } from '../views/Refused.js'
import { Root } from '../views/Root.js'
import { type Site, SiteContext } from '../views/SiteContext.js'
import { Surface } from '../views/Surface.js'
import { createAsks } from './asks.js'
import { readSettings } from './settings.js'
import { createSiteStore } from './siteState.js'
import { startFrame } from './startFrame.js'
import { startOwnWindow } from './startOwnWindow.js'
import { startWorker } from './startWorker.js'
import { seesVisibility } from './visibility.js'

// The page of a surface: an iframe in a host's page, or a window of the wallet's own (`/f/{hash}/window/`).

const isWindow = /\/window\/?$/.test(location.pathname)
const settings = readSettings(document, location.pathname)
const store = createSiteStore(isWindow ? 'window' : 'iframe')
const asks = createAsks(store)

const host = document.createElement('div')
document.body.style.margin = '0'
document.body.append(host)

const root = createRoot(host)
if (settings === undefined) {
  draw(undefined)
} else {
  const begin = isWindow ? startOwnWindow : startFrame
  const wallet = startWorker((event) => running.onWorkerEvent(event))
  const running = begin({ settings, store, asks, wallet })
  draw({
    store,
    asks,
    wallet,
    // Without it the surface approves in a window of its own.
    seesVisibility: settings.approve === 'frame' && seesVisibility(),
    openWindow: running.openWindow,
    giveUpWindow: running.giveUpWindow,
    tellLeave: running.tellLeave,
  })
}

// A page that resizes its frame moves what stands under the pointer.
addEventListener('resize', () => store.setState((state) => ({ ...state, changedAt: performance.now() })))

function draw(site: Site | undefined) {
  // The root is drawn beside its host: what React manages is the portal.
  root.render(
    site === undefined ? (
      <Refused />
    ) : (
      <SiteContext.Provider value={site}>
        <Root host={host}>
          <Surface />
        </Root>
      </SiteContext.Provider>
    ),
  )
}
