import { describe, expect, test } from 'vitest'
import { accountError } from './accountErrors.js'
import { embeddedErrorTexts } from './embeddedErrorTexts.js'
import { fillSlots, isKitError, KitError } from './errors.js'
import { errorTexts as raised } from './errorTexts.js'
import { reservedErrorTexts } from './reservedErrorTexts.js'

const errorTexts = { ...raised, ...embeddedErrorTexts, ...reservedErrorTexts }

describe('KitError', () => {
  test('carries the code, the catalogue text, details and cause', () => {
    const cause = new Error('nonce too low')
    const error = accountError('SEND_FAILED', { cause, details: 'nonce too low' })
    expect(error).toMatchObject({
      code: 'SEND_FAILED',
      message: 'Something went wrong',
      details: 'nonce too low',
      cause,
    })
  })

  test('fills the slots of its text', () => {
    expect(accountError('ADAPTER_FOR_NAMESPACE_NOT_FOUND', { slots: { namespace: 'ada' } }).message).toBe(
      'The adapter for ada does not exist',
    )
  })

  test('is not made by its code alone where the text is in another table, by type', () => {
    // @ts-expect-error: a visitor would read the code.
    expect(new KitError('SEND_FAILED').message).toBe('SEND_FAILED')
  })

  test('requires the slots of its text by type', () => {
    // @ts-expect-error: the text has a slot.
    expect(accountError('ADAPTER_FOR_NAMESPACE_NOT_FOUND').message).toBe(
      'The adapter for {namespace} does not exist',
    )
  })
})

describe('isKitError', () => {
  test('tells by code', () => {
    const error: unknown = new KitError('NOT_CONNECTED')
    expect(isKitError(error)).toBe(true)
    expect(isKitError(error, 'NOT_CONNECTED')).toBe(true)
    expect(isKitError(error, 'SEND_FAILED')).toBe(false)
  })

  test('knows one from another copy of the library', () => {
    const foreign = Object.assign(new Error('Not connected'), { name: 'KitError', code: 'NOT_CONNECTED' })
    expect(isKitError(foreign, 'NOT_CONNECTED')).toBe(true)
  })

  test.each([undefined, null, 'NOT_CONNECTED', new Error('x'), { name: 'KitError', code: 'NOT_CONNECTED' }])(
    'refuses %o',
    (value) => {
      expect(isKitError(value)).toBe(false)
    },
  )
})

describe('fillSlots', () => {
  test('leaves an unknown slot in sight', () => {
    expect(fillSlots('{a} and {b}', { a: 1 })).toBe('1 and {b}')
  })
})

describe('errorTexts', () => {
  // Spec §8, word for word.
  test.each([
    ['PROJECT_ID_NOT_CONFIGURED', 'project id not configured'],
    ['INVALID_APP_CONFIGURATION', 'Invalid App Configuration'],
    ['SWITCH_NETWORK_NOT_FOUND', 'Network Not Found'],
    ['JWT_TOKEN_NOT_VALID', 'Session Expired'],
    ['SIWX_INIT_FAILED', 'A problem occurred while trying initialize authentication'],
    ['SIGNATURE_DECLINED', 'Signature declined'],
    ['SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED', 'This application might not support Smart Accounts'],
    ['SIWX_NOT_ENABLED', 'SIWX is not enabled'],
    ['NO_ACTIVE_ADDRESS', 'No ActiveCaipAddress found'],
    ['NO_ACTIVE_NETWORK', 'No ActiveCaipNetwork or client found'],
    ['NO_CONNECTION_CLIENT', 'No ConnectionController client found'],
    ['SIWE_AND_SIWX', 'Cannot set both `siweConfig` and `siwx` options'],
    ['FRAME_ERROR', 'An error occurred'],
    ['FRAME_TIMEOUT', 'Something went wrong'],
    ['REQUEST_ABORTED', 'Request was aborted'],
    ['FRAME_LOAD_FAILED', 'Unable to load email login dependency'],
    ['FRAME_NOT_SET', 'W3mFrame: iframe is not set'],
    ['FRAME_PARENT_NOT_SET', 'W3mFrame: parent is not set'],
    ['TRANSACTIONS_FETCH_FAILED', 'Failed to fetch transactions'],
    ['TOKEN_BALANCE_UNAVAILABLE', 'Token Balance Unavailable'],
    ['SOLANA_SEND_FAILED', 'Failed to send transaction. Please try again.'],
    ['UNSUPPORTED_CHAIN', 'Unsupported chain'],
    ['DISCONNECT_FAILED', 'Failed to disconnect'],
    ['SWAP_INIT_FAILED', 'Failed to initialize swap'],
    ['NETWORK_TOKEN_PRICE_FAILED', 'Failed to fetch network token price'],
    ['ALLOWANCE_CHECK_FAILED', 'Failed to check allowance'],
    ['APPROVAL_TRANSACTION_FAILED', 'Failed to create approval transaction'],
    ['CREATE_TRANSACTION_FAILED', 'Failed to create transaction'],
    ['TRANSACTION_ERROR', 'Transaction error'],
    ['NAME_RESOLUTION_FAILED', 'Error resolving name'],
    ['NAME_SUGGESTIONS_FAILED', 'Error fetching name suggestions'],
    ['NAMES_FOR_ADDRESS_FAILED', 'Error fetching names for address'],
    ['NETWORK_NOT_FOUND', 'Network not found'],
    ['ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND', 'Address or auth connector not found'],
    ['CHAIN_ADAPTER_NOT_FOUND', 'Chain adapter not found'],
    ['ADAPTER_NOT_FOUND', 'Adapter not found'],
    ['CAIP_NETWORK_UNDEFINED', 'CaipNetwork is undefined'],
    ['NETWORK_CLIENT_NOT_SET', 'NetworkController client not set'],
    ['CONNECTION_CLIENT_NOT_SET', 'ConnectionController client not set'],
    ['CLIENTS_NOT_SET', 'ConnectionControllerClient and NetworkControllerClient must be set'],
    ['NETWORK_UNSUPPORTED_FOR_GAS_PRICE', 'Network not supported for Gas Price'],
    ['NETWORK_UNSUPPORTED_FOR_SWAPS', 'Network not supported for Swaps'],
    ['TRANSACTIONS_WITHOUT_ADDRESS', "Transactions can't be fetched without an accountAddress"],
    ['SWAP_WITHOUT_ADDRESS', 'No address found to swap the tokens from.'],
    ['CHAIN_NOT_SUPPORTED', 'Chain is not supported'],
    ['WALLET_CONNECT_CONNECTOR_NOT_FOUND', 'WalletConnectConnector not found'],
    ['UNIVERSAL_PROVIDER_UNDEFINED', 'UniversalAdapter:signMessage - provider is undefined'],
    ['PROVIDER_UNDEFINED', 'Provider is undefined'],
    ['PROVIDER_NOT_FOUND', 'Provider not found'],
    ['NO_ACCOUNTS_FOUND', 'No accounts found'],
    ['CONNECTOR_TYPE_NOT_FOUND', 'Connector type not found'],
    ['SIGN_MESSAGE_FAILED', 'signMessage - Sign message failed'],
    ['FEE_ESTIMATE_FAILED', 'estimateGas - Estimate gas failed'],
    ['CONNECT_SWITCH_NETWORK_FAILED', 'connect - Switch network failed'],
    ['CONNECT_NETWORK_NOT_FOUND', 'connect - could not find the caipNetwork to switch'],
    ['CONTRACT_METHOD_UNDEFINED', 'Contract method is undefined'],
    ['CAPABILITIES_UNREADABLE', 'Error parsing wallet capabilities'],
    ['CONNECTION_NOT_SET', 'Connection is not set'],
    ['CONNECT_FAILED', 'Failed to connect to the wallet'],
    ['WALLET_NOT_CONNECTED', 'Wallet not connected'],
    ['NOT_CONNECTED', 'Not connected'],
    ['ACCOUNT_NOT_FOUND', 'Account not found'],
    ['ADDRESS_NOT_FOUND', 'Address not found'],
    ['INVALID_CHAIN_ID', 'Invalid chain id'],
    ['EMPTY_RESULT', 'Empty result'],
    ['RPC_METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed'],
    ['ACTION_NOT_ALLOWED', 'Action not allowed'],
  ] as const)('%s is the spec’s', (code, text) => {
    expect(errorTexts[code]).toBe(text)
  })
})
