// Apart from `site.ts`, so that the wallet's site loads what draws a code only where it shows one.
export { QrCode } from '../react/ui/QrCode/QrCode.js'
