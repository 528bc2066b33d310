// Before `npm pack` and `npm publish` of a folder as it is in the repository: what is published is made from it.
import { fail } from '../install.mjs'

fail('Packages are packed by `npm run pack`, and published from .cache/packs (docs/decisions/031).')
