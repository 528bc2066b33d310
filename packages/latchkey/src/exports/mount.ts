export { type Mounted, mount } from '../mount/mount.js'
