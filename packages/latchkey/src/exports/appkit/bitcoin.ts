export { BitcoinAdapter, type BitcoinConnector } from '../../bridges/appkit/bitcoin/BitcoinAdapter.js'
