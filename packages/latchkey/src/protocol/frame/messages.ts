import * as v from 'valibot'
import { networkId as caipId, plainAddress } from '../schema/caipSchema.js'
import { emailAddress, socialProvider } from './loginFacts.js'
import { callsParams, solanaSendOptions } from './rpcParams.js'

// The messages between the host's page and the wallet's site: the payload of each request and of its answer, and the
// events of the site (spec §10 "Frame messages"). Both sides read every message by these schemas.

const text = (length: number) => v.pipe(v.string(), v.maxLength(length))
/** A chain id as a host or a wallet writes it: a number, a decimal text, or CAIP-2. */
const chainId = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(1)),
  v.pipe(v.string(), v.minLength(1), v.maxLength(48)),
])
const otp = v.pipe(v.string(), v.maxLength(16))
const accountType = v.picklist(['eoa', 'smartAccount'])
const nothing = v.optional(v.strictObject({}))

const account = v.strictObject({ address: plainAddress, type: accountType })

/** The visitor and the account on one chain (spec §10 "Frame messages"). */
const frameUser = v.strictObject({
  email: v.optional(v.nullable(emailAddress)),
  userName: v.optional(v.nullable(text(100))),
  address: plainAddress,
  chainId,
  /** The chains that the wallet serves. */
  chainIds: v.optional(v.pipe(v.array(caipId), v.maxLength(500))),
  accounts: v.optional(v.pipe(v.array(account), v.maxLength(16))),
  smartAccountDeployed: v.optional(v.boolean()),
  preferredAccountType: v.optional(accountType),
  /** Who can open the wallet: `self` only the visitor, `convenience` also the operator. */
  custody: v.optional(v.picklist(['self', 'convenience'])),
  /** Whether the account has a way in besides this device. */
  isBackedUp: v.optional(v.boolean()),
})

const themeVariables = v.optional(
  v.pipe(
    v.record(text(40), v.union([v.number(), text(200)])),
    v.check((value) => Object.keys(value).length <= 32),
  ),
)

const metadata = v.object({
  name: text(200),
  description: text(1_000),
  url: text(2_048),
  icons: v.pipe(v.array(text(2_048)), v.maxLength(16)),
})

/** A view of the wallet's own surface that the host can ask for: settings that must not lie in the host's page. */
const surfaceView = v.picklist(['security', 'devices', 'export', 'delete', 'recover', 'backup'])

/** The parameters of methods that have a schema here. */
const methodParams: { readonly [method: string]: v.GenericSchema | undefined } = {
  wallet_sendCalls: callsParams,
  solana_signAndSendTransaction: solanaSendOptions,
}

/**
 * What {@link frameRequests} `RPC_REQUEST` carries: a method and its parameters, for one chain (CAIP-2). The surface decides by method what must
 * be approved.
 */
const rpcRequest = v.pipe(
  v.strictObject({
    method: v.pipe(v.string(), v.regex(/^[\w.]{1,64}$/)),
    params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
    chainId: caipId,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { method, params } = dataset.value
    // A method can be called like what every object has.
    const schema = Object.hasOwn(methodParams, method) ? methodParams[method] : undefined
    const read = schema === undefined ? undefined : v.safeParse(schema, params)
    if (read?.success === false) addIssue({ message: read.issues[0].message, path: [pathTo(dataset.value)] })
  }),
)

function pathTo(input: { readonly params?: unknown }): v.ObjectPathItem {
  return {
    type: 'object',
    origin: 'value',
    input: input as Record<string, unknown>,
    key: 'params',
    value: input.params,
  }
}

/** Every request, with the schemas of its payload and of its answer. */
export const frameRequests = {
  SWITCH_NETWORK: { payload: v.strictObject({ chainId }), answer: v.strictObject({ chainId }) },
  CONNECT_EMAIL: {
    payload: v.strictObject({ email: emailAddress }),
    answer: v.strictObject({
      action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      /** How long the code is valid, in seconds. */
      expiresIn: v.optional(v.number()),
    }),
  },
  CONNECT_DEVICE: { payload: nothing, answer: nothing },
  CONNECT_OTP: { payload: v.strictObject({ otp }), answer: nothing },
  CONNECT_SOCIAL: { payload: v.strictObject({ uri: text(4_096) }), answer: frameUser },
  GET_FARCASTER_URI: { payload: nothing, answer: v.strictObject({ url: text(2_048) }) },
  CONNECT_FARCASTER: { payload: nothing, answer: v.strictObject({ userName: text(100) }) },
  CONNECT_PASSKEY: { payload: nothing, answer: nothing },
  GET_USER: {
    payload: v.optional(
      v.strictObject({ chainId: v.optional(chainId), preferredAccountType: v.optional(accountType) }),
    ),
    answer: frameUser,
  },
  GET_SOCIAL_REDIRECT_URI: {
    payload: v.strictObject({ provider: socialProvider }),
    answer: v.strictObject({ uri: text(4_096) }),
  },
  SIGN_OUT: { payload: nothing, answer: nothing },
  IS_CONNECTED: {
    payload: v.optional(v.strictObject({ token: v.optional(text(512)) })),
    answer: v.strictObject({ isConnected: v.boolean() }),
  },
  GET_CHAIN_ID: { payload: nothing, answer: v.strictObject({ chainId }) },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: nothing,
    answer: v.strictObject({ smartAccountEnabledNetworks: v.pipe(v.array(v.number()), v.maxLength(500)) }),
  },
  INIT_SMART_ACCOUNT: {
    payload: nothing,
    answer: v.strictObject({ address: plainAddress, isDeployed: v.boolean() }),
  },
  SET_PREFERRED_ACCOUNT: {
    payload: v.strictObject({ type: accountType }),
    answer: v.strictObject({ type: accountType, address: plainAddress }),
  },
  RPC_REQUEST: { payload: rpcRequest, answer: v.unknown() },
  UPDATE_EMAIL: {
    payload: v.strictObject({ email: emailAddress }),
    answer: v.strictObject({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: v.strictObject({ otp }), answer: nothing },
  UPDATE_EMAIL_SECONDARY_OTP: {
    payload: v.strictObject({ otp }),
    answer: v.strictObject({ newEmail: emailAddress }),
  },
  SYNC_THEME: {
    payload: v.strictObject({
      themeMode: v.optional(v.picklist(['light', 'dark'])),
      themeVariables,
      w3mThemeVariables: themeVariables,
      /** The modal's language, as a BCP 47 tag. */
      locale: v.optional(text(35)),
    }),
    answer: nothing,
  },
  SYNC_DAPP_DATA: {
    payload: v.strictObject({
      metadata: v.optional(metadata),
      sdkVersion: v.optional(text(64)),
      sdkType: v.optional(text(32)),
      projectId: text(64),
    }),
    answer: nothing,
  },
  RELOAD: { payload: nothing, answer: nothing },
  /** Shows a view of the surface; answered when the visitor has left it. */
  OPEN_VIEW: { payload: v.strictObject({ view: surfaceView }), answer: nothing },
} as const satisfies {
  readonly [type: string]: { readonly payload: v.GenericSchema; readonly answer: v.GenericSchema }
}

export type FrameRequestType = keyof typeof frameRequests
export type FramePayload<type extends FrameRequestType> = v.InferInput<
  (typeof frameRequests)[type]['payload']
>
export type FrameAnswer<type extends FrameRequestType> = v.InferOutput<(typeof frameRequests)[type]['answer']>
export type FrameUser = v.InferOutput<typeof frameUser>
export type SocialLogin = v.InferOutput<typeof socialProvider>
export type SurfaceView = v.InferOutput<typeof surfaceView>

/** Every event that the site sends without being asked. */
export const frameEvents = {
  /** Answers {@link frameHandshake} `init`: the frame takes requests now. */
  READY: v.strictObject({
    version: v.optional(text(32)),
    sessionId: text(64),
    bundleHash: text(128),
    capabilities: v.strictObject({
      /** Whether the frame can keep keys: if not, approvals happen in a window of the wallet's own. */
      hasStorage: v.boolean(),
      /** Whether the browser tells if a button is visible. */
      seesVisibility: v.boolean(),
    }),
  }),
  /** The ticket with which a later frame of this browser finds the session, if the frame cannot store it; `''` ends it. */
  SESSION_UPDATE: v.strictObject({ token: text(512) }),
  /** The surface needs the visitor, or no longer does. The host shows the frame, or takes it away. */
  SURFACE: v.strictObject({
    isNeeded: v.boolean(),
    view: v.optional(v.picklist(['approve', 'recover', 'backup', 'view', 'window'])),
    /** The request that the visitor is asked about. */
    id: v.optional(text(64)),
  }),
  /** The account, its type or its ways in have changed, here or in another tab. */
  USER_CHANGED: frameUser,
  /** The session has ended by itself: it was revoked, or the account was deleted. */
  SIGNED_OUT: v.strictObject({}),
  /** The visitor pressed Escape in the surface, or moved the focus out of it. */
  LEAVE: v.strictObject({ way: v.picklist(['escape', 'forward', 'back']) }),
  /** A request that may wait for the visitor is still open. */
  HEARTBEAT: v.strictObject({ id: text(64) }),
} as const satisfies { readonly [type: string]: v.GenericSchema }

export type FrameEventType = keyof typeof frameEvents
export type FrameEvent<type extends FrameEventType> = v.InferOutput<(typeof frameEvents)[type]>

/**
 * How long the frame may take to answer, in milliseconds (spec §9 "Frame request timeout"). The time counts for the frame, not for the visitor: a
 * request that may wait for a person has none, and the frame sends `HEARTBEAT` as long as it is open.
 */
export function frameTimeout(type: FrameRequestType): number | undefined {
  if (waiting.has(type)) return undefined
  // What is asked about e-mail, codes and the addresses of social logins.
  return /EMAIL|OTP|REDIRECT/.test(type) ? 30_000 : 60_000
}

const waiting: ReadonlySet<FrameRequestType> = new Set([
  'CONNECT_DEVICE',
  'CONNECT_SOCIAL',
  'CONNECT_FARCASTER',
  'CONNECT_PASSKEY',
  'GET_USER',
  'RPC_REQUEST',
  'OPEN_VIEW',
])
