import { quietly } from './quietly.mjs'

/**
 * A wallet as extensions inject it, with one account of the development phrase, that approves everything. polkadot-js
 * signs, from the request alone, as the extensions do: an independent reading of what the kit asks for.
 *
 * @param {object} options
 * @param {string} options.url The ledger's address.
 * @param {string} options.path The account's derivation path.
 * @param {'sr25519' | 'ed25519' | 'ecdsa'} [options.type]
 */
export async function createExtension({ url, path, type = 'sr25519' }) {
  const { api, Keyring, signatureVerify } = await quietly(() => open(url))
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
        const signature = pair.sign(wrap(Buffer.from(data.slice(2), 'hex')))
        return { id: 1, signature: `0x${Buffer.from(signature).toString('hex')}` }
      },
    },
  }
  return {
    address: pair.address,
    injected,
    /** @param {string} message @param {string} signature */
    verify: (message, signature) => signatureVerify(message, signature, pair.address).isValid,
    close: () => api.disconnect(),
  }
}

/** @param {string} url */
async function open(url) {
  const { ApiPromise, Keyring, WsProvider } = await import('@polkadot/api')
  const { cryptoWaitReady, signatureVerify } = await import('@polkadot/util-crypto')
  await cryptoWaitReady()
  const provider = new WsProvider(url.replace(/^http/, 'ws'))
  return { api: await ApiPromise.create({ provider, noInitWarn: true }), Keyring, signatureVerify }
}

/** Leaves wrapped bytes as they are, as extensions do. @param {Buffer} bytes */
function wrap(bytes) {
  const text = bytes.toString('latin1')
  if (text.startsWith('<Bytes>') && text.endsWith('</Bytes>')) return bytes
  return Buffer.concat([Buffer.from('<Bytes>'), bytes, Buffer.from('</Bytes>')])
}
