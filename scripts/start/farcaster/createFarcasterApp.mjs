import { createHash } from 'node:crypto'
import { registerFarcasterAccount } from '@latchkey/chains'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** @typedef {import('./createFarcasterRelay.mjs').SignatureParams} SignatureParams */

/**
 * The practice app of Farcaster: each name is an account with a key of its own, which the registries of the local chain
 * know. The keys follow from the names, so they are worth nothing anywhere else.
 *
 * @param {string} rpcUrl The node of the local chain.
 */
export function createFarcasterApp(rpcUrl) {
  return {
    /**
     * Signs what a channel asks for as the account of a name.
     *
     * @param {SignatureParams} asked @param {string} name
     */
    async sign({ domain, siweUri, nonce, expirationTime }, name) {
      const hash = createHash('sha256').update(`practice farcaster ${name.toLowerCase()}`).digest()
      const owner = privateKeyToAccount(`0x${hash.toString('hex')}`)
      // As small as the numbers of accounts are.
      const fid = 1_000_000 + hash.readUInt32BE(0)
      await registerFarcasterAccount(rpcUrl, { owner: owner.address, fid: BigInt(fid) })
      const message = createSiweMessage({
        ...{ domain, address: owner.address, statement: 'Farcaster Auth', uri: siweUri },
        ...{ version: '1', chainId: 10, nonce, issuedAt: new Date() },
        ...(expirationTime === undefined ? {} : { expirationTime: new Date(expirationTime) }),
        resources: [`farcaster://fid/${fid}`],
      })
      return { message, signature: await owner.signMessage({ message }), fid, username: name }
    },
  }
}
