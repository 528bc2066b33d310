import { formatSiwxMessage } from '../../../siwx/message/formatSiwxMessage.js'
import { networkIdOf } from '../../../siwx/message/networkIdOf.js'
import { readSiwxMessage } from '../../../siwx/message/readSiwxMessage.js'
import { type Refusal, refusedValue, unsupported } from '../unsupported.js'
import type { SIWECreateMessageArgs } from './SIWEMessageArgs.js'

/**
 * Writes the text that is signed (ERC-4361).
 *
 * @param address The account as a DID: `did:pkh:eip155:1:0x…`.
 * @throws `TypeError` naming the field that ERC-4361 does not allow.
 */
export function formatMessage(
  {
    domain,
    uri,
    statement,
    nonce,
    iat,
    exp,
    nbf,
    requestId,
    resources,
  }: Omit<SIWECreateMessageArgs, 'address'>,
  address: string,
): string {
  return formatSiwxMessage({
    domain,
    uri,
    version: '1',
    address: getDidAddress(address) ?? address,
    chainId: `eip155:${getDidChainId(address) ?? ''}`,
    statement,
    nonce,
    issuedAt: iat ?? new Date().toISOString(),
    expirationTime: exp,
    notBefore: nbf,
    requestId,
    resources,
  })
}

/** The chain of a DID: `'1'` of `did:pkh:eip155:1:0x…`. */
export function getDidChainId(did: string): string | undefined {
  return did.split(':')[3]
}

/** The address of a DID: `'0x…'` of `did:pkh:eip155:1:0x…`. */
export function getDidAddress(did: string): string | undefined {
  return did.split(':')[4]
}

/** Returns the address in a message; empty if it is not an ERC-4361 message. */
export function getAddressFromMessage(message: string): string {
  return readSiwxMessage(message)?.address ?? ''
}

/** Returns the chain in a message as CAIP-2; empty if it is not an ERC-4361 message. */
export function getChainIdFromMessage(message: string): string {
  const read = readSiwxMessage(message)
  return read === undefined ? '' : networkIdOf(read)
}

/** There so that servers compile. @throws `APPKIT_UNSUPPORTED` */
export const verifySignature: Refusal = () => {
  throw unsupported(
    'verifySignature',
    'use `verifySiwx` of `latchkey/siwx`, which looks at the domain, the nonce and the times too.',
  )
}

/** There so that apps compile. Its use throws `APPKIT_UNSUPPORTED`. */
export const SIWEController = /* @__PURE__ */ refusedValue(
  'SIWEController',
  'use `signIn` and `signOut` of `latchkey` with `modal.kit`.',
)
