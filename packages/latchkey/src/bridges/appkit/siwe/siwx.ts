import type { SiwxConfig } from '../../../core/siwx.js'
import { localSiwx } from '../../../features/siwx/localSiwx.js'
import { unsupported } from '../unsupported.js'

// Classes, unlike elsewhere in this code, because apps write `new DefaultSIWX()`.

const own = 'write the five methods of `SiwxConfig`, or use `localSiwx(…)` or `serverSiwx(…)` of `latchkey`.'
const server = 'use `siwx: serverSiwx({ url })` with your own services.'

/**
 * Signs in without a server: `localSiwx` under the incumbent's name.
 *
 * @throws `APPKIT_UNSUPPORTED` for a custom messenger, verifiers or storage.
 */
export class DefaultSIWX implements SiwxConfig {
  readonly createMessage: SiwxConfig['createMessage']
  readonly createRequest: SiwxConfig['createRequest']
  readonly addSession: SiwxConfig['addSession']
  readonly addSessions: SiwxConfig['addSessions']
  readonly revokeSession: SiwxConfig['revokeSession']
  readonly setSessions: SiwxConfig['setSessions']
  readonly getSessions: SiwxConfig['getSessions']
  readonly getRequired: SiwxConfig['getRequired']

  constructor({ messenger, verifiers, storage, required }: DefaultSIWX.Options = {}) {
    const given = Object.entries({ messenger, verifiers, storage }).find(([, value]) => value !== undefined)
    if (given !== undefined) throw unsupported(`DefaultSIWX({ ${given[0]} })`, own)
    const siwx = localSiwx({ required })
    this.createMessage = siwx.createMessage
    this.createRequest = siwx.createRequest
    this.addSession = siwx.addSession
    this.addSessions = siwx.addSessions
    this.revokeSession = siwx.revokeSession
    this.setSessions = siwx.setSessions
    this.getSessions = siwx.getSessions
    this.getRequired = siwx.getRequired
  }
}

export declare namespace DefaultSIWX {
  type Options = {
    readonly messenger?: unknown
    readonly verifiers?: readonly unknown[] | undefined
    readonly storage?: unknown
    /** @default true */
    readonly required?: boolean | undefined
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export abstract class SIWXConfig {
  constructor() {
    throw unsupported('SIWXConfig', own)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class InformalMessenger {
  constructor(_: object) {
    throw unsupported('InformalMessenger', own)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class EIP155Verifier {
  constructor() {
    throw unsupported('EIP155Verifier', own)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class SolanaVerifier {
  constructor() {
    throw unsupported('SolanaVerifier', own)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class BIP122Verifier {
  constructor() {
    throw unsupported('BIP122Verifier', own)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class LocalStorage {
  constructor(_: { readonly key?: string | undefined } = {}) {
    throw unsupported('LocalStorage', own)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class CloudAuthSIWX {
  constructor(_: object = {}) {
    throw unsupported('CloudAuthSIWX', server)
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class ReownAuthentication {
  constructor(_: object = {}) {
    throw unsupported('ReownAuthentication', server)
  }
}
