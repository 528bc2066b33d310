export { latchkey } from '../bridges/wagmi/latchkey.js'
export { wagmiOptions } from '../bridges/wagmi/wagmiOptions.js'
