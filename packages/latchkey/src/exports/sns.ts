export { sns } from '../adapters/solana/sns.js'
