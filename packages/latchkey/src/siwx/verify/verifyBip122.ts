import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { loadBtcSigner } from './peers.js'
import { SiwxError } from './SiwxError.js'

const mainnet: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const regtest: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** The target that an address pays to: a hash of a key, or (`tr`) the key itself. */
type Target = {
  readonly type: 'pkh' | 'sh' | 'wpkh' | 'tr'
  readonly hash: Uint8Array
  readonly script: Uint8Array
}

/**
 * Checks whether a Bitcoin account signed a text, or bytes: BIP-322 "simple" for P2WPKH, P2SH-P2WPKH and P2TR (one
 * key), or the older recoverable signature (BIP-137), whose first byte names the same kind of address or, as many
 * wallets write it for each kind, P2PKH. Rejects an address of another network than the message's.
 *
 * Needs the optional peer `@scure/btc-signer`.
 *
 * @param signature base64.
 */
export async function verifyBip122(
  text: string | Uint8Array,
  { address, chainId }: { readonly address: string; readonly chainId: CaipNetworkId },
  signature: string,
): Promise<boolean> {
  const target = await targetOf(address, chainId)
  const bytes = decode(signature)
  const message = typeof text === 'string' ? utf8ToBytes(text) : text
  if (bytes.length === 65 && (bytes[0] ?? 0) >= 27) return isRecoverable(message, target, bytes)
  const witness = await witnessOf(bytes)
  if (target.type === 'tr') return isWitnessOfKey(message, target, witness)
  return target.type !== 'pkh' && isWitnessOfHash(message, target, witness)
}

async function targetOf(address: string, chainId: CaipNetworkId): Promise<Target> {
  const { Address, NETWORK, OutScript, TEST_NETWORK } = await loadBtcSigner()
  try {
    const prefixes =
      chainId === mainnet ? NETWORK : chainId === regtest ? { ...TEST_NETWORK, bech32: 'bcrt' } : TEST_NETWORK
    const decoded = Address(prefixes).decode(address)
    const script = OutScript.encode(decoded)
    if (decoded.type === 'tr') return { type: 'tr', hash: decoded.pubkey, script }
    if (decoded.type === 'pkh' || decoded.type === 'sh' || decoded.type === 'wpkh') {
      return { type: decoded.type, hash: decoded.hash, script }
    }
  } catch (error) {
    throw new SiwxError('ADDRESS_INVALID', error)
  }
  throw new SiwxError('ADDRESS_INVALID')
}

function decode(signature: string): Uint8Array {
  try {
    const bytes = base64.decode(signature)
    if (bytes.length >= 2 && bytes.length <= 4_096) return bytes
  } catch (error) {
    throw new SiwxError('SIGNATURE_MALFORMED', error)
  }
  throw new SiwxError('SIGNATURE_MALFORMED')
}

async function witnessOf(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const { RawWitness } = await loadBtcSigner()
  try {
    return RawWitness.decode(bytes)
  } catch (error) {
    throw new SiwxError('SIGNATURE_MALFORMED', error)
  }
}

// The older form: the key is recovered from the signature, and the first byte gives the kind of its address.
async function isRecoverable(message: Uint8Array, target: Target, bytes: Uint8Array): Promise<boolean> {
  const header = bytes[0] ?? 0
  const kind = header < 35 ? 'pkh' : header < 39 ? 'sh' : header < 43 ? 'wpkh' : undefined
  const isCompressed = header >= 31
  // Segwit has no uncompressed keys.
  if (kind !== target.type && !(kind === 'pkh' && isCompressed)) return false
  const hash = twice(
    concatBytes(utf8ToBytes('\u0018Bitcoin Signed Message:\n'), sizeOf(message.length), message),
  )
  try {
    const signature = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact')
    if (signature.hasHighS()) return false
    const key = signature
      .addRecoveryBit((header - 27) & 3)
      .recoverPublicKey(hash)
      .toBytes(isCompressed)
    return target.type === 'tr' ? await isOutputOf(target, key) : isHashOf(target, hash160(key))
  } catch {
    // No key can produce these numbers.
    return false
  }
}

/** Whether an address stands for the key with this hash: as it is, or as P2WPKH nested in P2SH. */
function isHashOf({ type, hash }: Target, keyHash: Uint8Array): boolean {
  const nested = () => hash160(concatBytes(Uint8Array.of(0, 20), keyHash))
  return equalBytes(type === 'sh' ? nested() : keyHash, hash)
}

/** Whether an address of taproot stands for the key, spent by that alone (BIP-86). */
async function isOutputOf({ hash }: Target, key: Uint8Array): Promise<boolean> {
  const { utils } = await loadBtcSigner()
  return equalBytes(utils.taprootTweakPubkey(key.subarray(1), zeros(0))[0], hash)
}

function isWitnessOfHash(message: Uint8Array, target: Target, witness: readonly Uint8Array[]): boolean {
  const [signature = zeros(0), key, ...rest] = witness
  if (key?.length !== 33 || rest.length > 0) return false
  // Only SIGHASH_ALL covers everything.
  const keyHash = hash160(key)
  if (signature.at(-1) !== 1 || !isHashOf(target, keyHash)) return false
  const scriptCode = concatBytes(Uint8Array.of(0x19, 0x76, 0xa9, 0x14), keyHash, Uint8Array.of(0x88, 0xac))
  const { outpoint, output } = transactionOf(message, target.script)
  // BIP-143, for a transaction of version 0 with one input of sequence 0 that spends 0.
  const hash = twice(
    concatBytes(
      zeros(4),
      twice(outpoint),
      twice(zeros(4)),
      outpoint,
      scriptCode,
      zeros(8),
      zeros(4),
      twice(output),
      zeros(4),
      Uint8Array.of(1, 0, 0, 0),
    ),
  )
  // False also for what is no DER signature, or no key.
  return secp256k1.verify(signature.subarray(0, -1), hash, key, { format: 'der', prehash: false, lowS: true })
}

function isWitnessOfKey(message: Uint8Array, target: Target, witness: readonly Uint8Array[]): boolean {
  const [signature = zeros(0), ...rest] = witness
  if (rest.length > 0) return false
  const kind = signature.length === 65 ? signature[64] : signature.length === 64 ? 0 : undefined
  if (kind === undefined || kind > 1 || (signature.length === 65 && kind === 0)) return false
  const { outpoint, output } = transactionOf(message, target.script)
  // BIP-341, spending by the key.
  const hash = tagged(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0, kind),
      zeros(8),
      sha256(outpoint),
      sha256(zeros(8)),
      sha256(concatBytes(sizeOf(target.script.length), target.script)),
      sha256(zeros(4)),
      sha256(output),
      zeros(5),
    ),
  )
  return schnorr.verify(signature.subarray(0, 64), hash, target.hash)
}

/** The parts of the virtual transaction that an account signs in BIP-322: the output it spends, and its only output. */
function transactionOf(message: Uint8Array, script: Uint8Array) {
  const digest = tagged('BIP0322-signed-message', message)
  const toSpend = concatBytes(
    zeros(4),
    Uint8Array.of(1),
    zeros(32),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff, 34, 0, 32),
    digest,
    zeros(4),
    Uint8Array.of(1),
    zeros(8),
    sizeOf(script.length),
    script,
    zeros(4),
  )
  return {
    outpoint: concatBytes(twice(toSpend), zeros(4)),
    output: concatBytes(zeros(8), Uint8Array.of(1, 0x6a)),
  }
}

function tagged(tag: string, message: Uint8Array): Uint8Array {
  const prefix = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(prefix, prefix, message))
}

const zeros = (length: number) => new Uint8Array(length)
const twice = (bytes: Uint8Array) => sha256(sha256(bytes))
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))

/** A length as Bitcoin writes it. */
function sizeOf(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  const bytes = [length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24]
  return length > 0xffff ? Uint8Array.of(0xfe, ...bytes) : Uint8Array.of(0xfd, ...bytes.slice(0, 2))
}
