import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { isOriginAllowed, parseJson } from 'latchkey/protocol'
import * as v from 'valibot'
import { HttpError } from '../shared/HttpError.js'
import { messageOf } from '../shared/log.js'
import { PasskeyError, type PasskeyPlace, type Passkeys } from './Parts.js'
import type { Slots } from './store/slots.js'

const base64url = (most: number) => v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(most))
const id = v.pipe(base64url(1_366), v.minLength(1))
/**
 * The outputs of extensions stay in the browser: one of them is half a key. A body that brings some comes from a page that must be mended, so it
 * is refused and not just stripped.
 */
const extensions = v.optional(v.strictObject({}))
const transports = v.optional(v.array(v.pipe(v.string(), v.maxLength(32))))
const attachment = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(32))))
const registrationSchema = v.object({
  id,
  rawId: id,
  type: v.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: v.object({ clientDataJSON: base64url(8_192), attestationObject: base64url(16_384), transports }),
})
const assertionSchema = v.object({
  id,
  rawId: id,
  type: v.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: v.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(8_192),
    signature: base64url(2_048),
    userHandle: v.optional(v.nullable(base64url(128))),
  }),
})
const clientDataSchema = v.object({
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
})

/** The public key algorithms that passkeys may have: Ed25519, P-256 and RSA (COSE). */
const passkeyAlgorithms: readonly number[] = [-8, -7, -257]

/**
 * Checks registrations and assertions of passkeys for the wallet's site (WebAuthn level 3): with user verification, for its host name, in a page
 * of its origin; and inside of another page only if the project lists that page.
 */
export function createPasskeys(siteUrl: string, slots: Slots): Passkeys {
  const expectedRPID = new URL(siteUrl).hostname

  return {
    async checkRegistration(place, registration) {
      const response = read(registrationSchema, registration)
      checkTop(place, response.response.clientDataJSON)
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: {
          id: response.id,
          rawId: response.rawId,
          type: response.type,
          clientExtensionResults: {},
          response: {
            clientDataJSON: response.response.clientDataJSON,
            attestationObject: response.response.attestationObject,
          },
        },
        expectedChallenge: place.useChallenge,
        expectedOrigin: siteUrl,
        expectedRPID,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...passkeyAlgorithms],
      }).catch(refuse)
      if (!verified) throw new PasskeyError('the signature')
      const { id: credentialId, publicKey } = registrationInfo.credential
      return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url') }
    },

    async checkAssertion(place, assertion) {
      const response = read(assertionSchema, assertion)
      const topOrigin = checkTop(place, response.response.clientDataJSON)
      const { project, isPending = false } = place
      const found = await slots.findCredential(project.id, response.id, isPending)
      const credential = found && (await slots.openCredential(found, found.slot))
      if (found === undefined || credential === undefined || credential.credentialId !== response.id)
        throw new PasskeyError('no such passkey')
      const { clientDataJSON, authenticatorData, signature } = response.response
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id: response.id,
          rawId: response.rawId,
          type: response.type,
          clientExtensionResults: {},
          response: { clientDataJSON, authenticatorData, signature },
        },
        expectedChallenge: place.useChallenge,
        expectedOrigin: siteUrl,
        expectedRPID,
        ...(topOrigin === undefined ? {} : { expectedTopOrigin: topOrigin }),
        requireUserVerification: true,
        credential: {
          id: credential.credentialId,
          publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
          counter: credential.counter,
        },
      }).catch(refuse)
      if (!verified) throw new PasskeyError('the signature')
      // Of two assertions with one counter, one is a copy's.
      if (!(await slots.raiseCounter(found, found.slot, authenticationInfo.newCounter)))
        throw new PasskeyError('the counter')
      return found
    },
  }
}

/**
 * Checks which page the wallet's page was in, if it was in any, and returns that page. A browser that does not say so does not allow passkeys in
 * frames either.
 */
function checkTop({ project }: PasskeyPlace, clientDataJSON: string): string | undefined {
  const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
  const data = v.safeParse(clientDataSchema, parseJson(text))
  if (!data.success) throw new PasskeyError('the client’s data')
  const { crossOrigin = false, topOrigin } = data.output
  if (!crossOrigin && topOrigin === undefined) return undefined
  if (topOrigin === undefined || !isOriginAllowed(topOrigin, project.origins ?? []))
    throw new PasskeyError('in a page that is not of the project')
  return topOrigin
}

function read<const schema extends v.GenericSchema>(schema: schema, body: unknown): v.InferOutput<schema> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new HttpError('INVALID_BODY', { details: v.summarize(result.issues).slice(0, 300) })
}

/** The library throws for everything that does not fit. */
function refuse(cause: unknown): never {
  throw new PasskeyError(messageOf(cause).slice(0, 200), { cause })
}
