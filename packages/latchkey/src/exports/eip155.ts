export { eip155 } from '../adapters/eip155/eip155.js'
