export { polkadot } from '../adapters/polkadot/polkadot.js'
