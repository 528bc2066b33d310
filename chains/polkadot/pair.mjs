import { quietly } from './quietly.mjs'

/**
 * An account of the development phrase by polkadot-js, without a chain: it signs as wallets do, and verifies.
 *
 * @param {{ path: string }} options Its derivation path.
 */
export async function createPair({ path }) {
  const { Keyring, TypeRegistry, util, crypto } = await quietly(load)
  const pair = new Keyring({ type: 'sr25519', ss58Format: 0 }).createFromUri(path)
  /** @param {{ readonly version: number, readonly signedExtensions: string[] }} payload */
  const bytesOf = (payload) => {
    const registry = new TypeRegistry()
    registry.setSignedExtensions(payload.signedExtensions)
    return registry.createType('ExtrinsicPayload', payload, { version: payload.version })
  }
  return {
    address: pair.address,
    /** Its address as a network with this prefix writes it. @param {number} prefix */
    addressOn: (prefix) => crypto.encodeAddress(pair.publicKey, prefix),
    /** A message as wallets sign it: wrapped. @param {string} message */
    signMessage: (message) => util.u8aToHex(pair.sign(util.u8aWrapBytes(message))),
    /** @param {string} message @param {string} signature */
    isMessageSigned: (message, signature) =>
      crypto.signatureVerify(util.u8aWrapBytes(message), signature, pair.address).isValid,
    /** @param {Parameters<typeof bytesOf>[0]} payload @returns {string} with the signature's kind in front */
    signPayload: (payload) => bytesOf(payload).sign(pair).signature,
    /** @param {Parameters<typeof bytesOf>[0]} payload @param {string} signature */
    isPayloadSigned(payload, signature) {
      const bytes = bytesOf(payload).toU8a({ method: true })
      const signed = bytes.length > 256 ? crypto.blake2AsU8a(bytes, 256) : bytes
      return crypto.signatureVerify(signed, signature, pair.address).isValid
    },
  }
}

async function load() {
  const [{ Keyring }, { TypeRegistry }, util, crypto] = await Promise.all([
    import('@polkadot/api'),
    import('@polkadot/types'),
    import('@polkadot/util'),
    import('@polkadot/util-crypto'),
  ])
  await crypto.cryptoWaitReady()
  return { Keyring, TypeRegistry, util, crypto }
}
