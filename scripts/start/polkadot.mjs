// Runs the local Polkadot chain for `npm start`, and installs its packages first if they are not there.
import { ensurePolkadotInstalled } from '../install.mjs'

ensurePolkadotInstalled()
await import('../../chains/polkadot/start.mjs')
