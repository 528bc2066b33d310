import * as v from 'valibot'
import { toWebLink } from './link.js'
import { toWalletLink } from './walletLink.js'

/** A web link, or `undefined` if the text is not one: a bad link never invalidates its entry. */
export const webLink = v.pipe(v.unknown(), v.transform(toWebLink))
/** A wallet link, or `undefined`. */
export const walletLink = v.pipe(v.unknown(), v.transform(toWalletLink))
