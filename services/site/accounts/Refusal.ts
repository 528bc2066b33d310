import type { FrameErrorCode } from 'latchkey/frame'
import { fillSlots } from 'latchkey/protocol'

type Fact = {
  /** Of the frame's error reply. */
  readonly code: FrameErrorCode
  /** EIP-1193, EIP-5792 or JSON-RPC. */
  readonly rpc: number
  readonly text: string
}

/** Why the wallet does not do what was asked. Each reason has one text; `{slots}` are filled in. */
const refusals = {
  invalid: { code: 'invalid', rpc: -32602, text: '{field}: {problem}' },
  tooLarge: { code: 'too_large', rpc: -32602, text: '{field}: too large' },
  forbidden: { code: 'unsupported', rpc: 4200, text: 'Requested RPC call is not allowed' },
  unsupported: { code: 'unsupported', rpc: 4200, text: 'The wallet does not support {what}' },
  chainUnknown: { code: 'unsupported', rpc: 4901, text: 'The wallet does not serve {chainId}' },
  chainNotAdded: { code: 'unsupported', rpc: 4902, text: 'The wallet does not serve {chainId}' },
  notOwnAccount: { code: 'invalid', rpc: 4100, text: '{field}: not an account of this wallet' },
  noPublicKey: { code: 'invalid', rpc: -32602, text: 'No public key found' },
  authorization: {
    code: 'unsupported',
    rpc: 4200,
    text: 'Account upgrades can only be started by your wallet',
  },
  accountOperation: {
    code: 'unsupported',
    rpc: 4200,
    text: 'Operations of an account can only be signed where the wallet sends them',
  },
  hiddenTransaction: {
    code: 'unsupported',
    rpc: 4200,
    text: 'A transaction cannot be signed as a message',
  },
  notSignedHere: {
    code: 'unsupported',
    rpc: 4200,
    text: 'Only transactions that this wallet signed in this session can be sent',
  },
  otherChain: { code: 'invalid', rpc: -32602, text: '{field}: for chain {asked}, not {active}' },
  networkChanged: { code: 'network', rpc: 4901, text: 'Network changed' },
  nameChanged: {
    code: 'invalid',
    rpc: -32000,
    text: '{name} now belongs to {now}, not to {before}',
  },
  nameUnknown: { code: 'invalid', rpc: -32602, text: '{field}: the name {name} has no address' },
  nonceUsed: {
    code: 'failed',
    rpc: -32000,
    text: 'Another transaction was sent meanwhile. Ask again.',
  },
  delegateChanged: {
    code: 'failed',
    rpc: -32000,
    text: 'The code of the smart account has changed. Nothing was signed.',
  },
  expired: { code: 'failed', rpc: -32000, text: 'The request has expired. Ask again.' },
  missingSignature: {
    code: 'invalid',
    rpc: -32602,
    text: 'The transaction lacks the signature of {account}',
  },
  cannotApprove: { code: 'rejected', rpc: 4001, text: 'The wallet does not let this be approved' },
  notShown: { code: 'failed', rpc: -32603, text: 'The wallet signs only what it has shown' },
  atomicity: { code: 'unsupported', rpc: 5760, text: 'The account cannot carry out calls together' },
  capability: { code: 'unsupported', rpc: 5700, text: 'The wallet does not support {what}' },
  bundleTooLarge: { code: 'too_large', rpc: 5740, text: 'calls: too large' },
  duplicateId: { code: 'invalid', rpc: 5720, text: 'id: already used' },
  unknownBundle: { code: 'invalid', rpc: 5730, text: 'No such calls' },
  unknownPermission: { code: 'invalid', rpc: -32602, text: 'No such permission' },
  nodeFailed: { code: 'network', rpc: -32603, text: 'The network could not be reached. Try again.' },
  nodeRefused: { code: 'failed', rpc: -32000, text: 'The network refused it: {words}' },
} as const satisfies { readonly [reason: string]: Fact }

export type RefusalReason = keyof typeof refusals

type SlotsOf<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotsOf<rest>
  : never
type Slots<reason extends RefusalReason> = {
  readonly [name in SlotsOf<(typeof refusals)[reason]['text']>]: string
}
type Arguments<reason extends RefusalReason> =
  SlotsOf<(typeof refusals)[reason]['text']> extends never ? [] : [slots: Slots<reason>]

/** The wallet's refusal, before anything was signed or sent. `message` is for the app and the log. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  readonly code: FrameErrorCode
  readonly rpc: number

  constructor(reason: RefusalReason, slots: { readonly [name: string]: string }) {
    const { code, rpc, text } = refusals[reason]
    super(fillSlots(text, slots).slice(0, 300))
    this.reason = reason
    this.code = code
    this.rpc = rpc
  }
}

/** Creates a refusal; a text with slots needs them. */
export function refuse<reason extends RefusalReason>(reason: reason, ...[slots]: Arguments<reason>): Refusal {
  return new Refusal(reason, slots ?? {})
}
