import * as v from 'valibot'
import { toWalletLink, toWebLink } from './link.js'

/** A web link, or nothing where the text is not one: a bad link never spoils the entry it belongs to. */
export const webLink = v.pipe(v.unknown(), v.transform(toWebLink))
/** A wallet link, or nothing. */
export const walletLink = v.pipe(v.unknown(), v.transform(toWalletLink))
