// Stops `npm pack` and `npm publish` in a folder of the repository: the published package is made from it by a script.
import { fail } from '../install.mjs'

fail('Packages are packed by `npm run pack`, and published from .cache/packs (docs/decisions/031).')
