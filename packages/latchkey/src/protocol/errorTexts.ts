import { accountErrorTexts } from './accountErrors.js'
import { connectErrorTexts } from './errors.js'

/** Every error the kit can show or throw: code -> exact text, `{slots}` to fill in. */
export const errorTexts = { ...connectErrorTexts, ...accountErrorTexts }
