import type { ErrorCode } from './errors.js'

/** The errors that are shown as alerts to the host's developer (spec §8). */
export type AlertCode = Extract<
  ErrorCode,
  | 'INVALID_APP_CONFIGURATION'
  | 'SWITCH_NETWORK_NOT_FOUND'
  | 'SOCIALS_TIMEOUT'
  | 'JWT_TOKEN_NOT_VALID'
  | 'INVALID_PROJECT_ID'
  | 'PROJECT_ID_NOT_CONFIGURED'
>

const serverMessages: readonly (readonly [words: string, code: AlertCode])[] = [
  ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['JWT validation error: JWT Token is not yet valid', 'JWT_TOKEN_NOT_VALID'],
  // Not in the spec: the same relay's answer to a device whose clock is slow.
  ['JWT validation error: JWT Token is expired', 'JWT_TOKEN_NOT_VALID'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
]

/** Returns the alert for a server's error message (spec §8 "Server message mapping"), found anywhere in the text. */
export function alertOfServerMessage(message: string): AlertCode | undefined {
  return serverMessages.find(([words]) => message.includes(words))?.[1]
}
