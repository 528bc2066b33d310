export { defineElements } from '../element/defineElements.js'
export type { Mounted } from '../mount/mount.js'
