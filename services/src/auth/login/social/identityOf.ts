import { cleanText } from 'latchkey/protocol'
import { isMailAddress, plainMailAddress } from '../mailAddress.js'
import type { Identity } from '../users.js'
import type { Account } from './Account.js'
import type { ProviderName } from './endpoints.js'

/** The provider says that the account's address was not proven to be the visitor's. */
export class UnverifiedAddress extends Error {
  override readonly name = 'UnverifiedAddress'
}

/**
 * Returns who somebody is by an account at a provider. An account with an address that is not proven is refused: it may be
 * somebody else's address.
 *
 * @throws {@link UnverifiedAddress}
 */
export function identityOf(way: ProviderName, { issuer, id, email, userName }: Account): Identity {
  if (email?.isVerified === false) throw new UnverifiedAddress('the address is not verified')
  const name = userName === undefined ? '' : cleanText(userName, 100)
  return {
    way,
    subject: JSON.stringify([issuer, id]),
    ...(email !== undefined && isMailAddress(email.address)
      ? { email: plainMailAddress(email.address) }
      : {}),
    ...(name === '' ? {} : { userName: name }),
  }
}
