import { accountErrorTexts } from './accountErrorTexts.js'
import { startErrorTexts } from './errors.js'
import { walletErrorTexts } from './walletErrorTexts.js'

/** Every error that the kit raises: code -> exact text, `{slots}` to fill in. */
export const errorTexts = { ...startErrorTexts, ...walletErrorTexts, ...accountErrorTexts }
