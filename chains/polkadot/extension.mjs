import { quietly } from './quietly.mjs'

/**
 * A wallet as extensions inject it, with one account of the development phrase, that approves everything. polkadot-js
 * signs, from the request alone, as the extensions do: an independent reading of what the kit asks for. It signs bytes
 * as they are, as some wallets do: what wraps them is the kit's.
 *
 * @param {object} options
 * @param {string} options.url The ledger's address.
 * @param {string} options.path The account's derivation path.
 * @param {'sr25519' | 'ed25519' | 'ecdsa'} [options.type]
 */
export async function createExtension({ url, path, type = 'sr25519' }) {
  const { api, Keyring } = await quietly(() => open(url))
  const pair = new Keyring({ type, ss58Format: 42 }).createFromUri(path)
  const injected = {
    accounts: {
      get: async () => [{ address: pair.address, type }],
      subscribe: () => () => {},
    },
    signer: {
      /** @param {{ readonly version: number, readonly signedExtensions: string[] }} payload */
      async signPayload(payload) {
        api.registry.setSignedExtensions(payload.signedExtensions)
        const request = api.registry.createType('ExtrinsicPayload', payload, { version: payload.version })
        return { id: 1, ...request.sign(pair) }
      },
      /** @param {{ readonly data: string }} request */
      async signRaw({ data }) {
        const signature = pair.sign(Buffer.from(data.slice(2), 'hex'))
        return { id: 1, signature: `0x${Buffer.from(signature).toString('hex')}` }
      },
    },
  }
  return {
    address: pair.address,
    injected,
    /** The chain's own constant. @type {bigint} */
    existentialDeposit: api.consts.balances.existentialDeposit.toBigInt(),
    /** Only of the wrapped text. @param {string} message @param {string} signature */
    verify: (message, signature) =>
      pair.verify(Buffer.from(`<Bytes>${message}</Bytes>`), signature, pair.publicKey),
    /**
     * What polkadot-js makes of a request: the signed transaction, which it encodes itself.
     * @param {{ readonly address: string, readonly method: string, readonly version: number, readonly signedExtensions: string[] }} payload
     */
    make(payload) {
      api.registry.setSignedExtensions(payload.signedExtensions)
      const version = { version: payload.version }
      const { signature } = api.registry.createType('ExtrinsicPayload', payload, version).sign(pair)
      const transaction = api.registry.createType('Extrinsic', { method: payload.method }, version)
      return {
        signature,
        signedTransaction: transaction.addSignature(payload.address, signature, payload).toHex(),
      }
    },
    close: () => api.disconnect(),
  }
}

/** @param {string} url */
async function open(url) {
  const { ApiPromise, Keyring, WsProvider } = await import('@polkadot/api')
  const { cryptoWaitReady } = await import('@polkadot/util-crypto')
  await cryptoWaitReady()
  const provider = new WsProvider(url.replace(/^http/, 'ws'))
  return { api: await ApiPromise.create({ provider, noInitWarn: true }), Keyring }
}
