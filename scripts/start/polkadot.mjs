// Runs the local Polkadot chain for `npm start`, and installs its packages first if they are not there.
import { ensurePolkadotInstalled } from '../install.mjs'

ensurePolkadotInstalled()
// Not as a literal: the types of its packages are not there before they are installed.
await import(new URL('../../chains/polkadot/start.mjs', import.meta.url).href)
