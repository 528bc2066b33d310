import type { ErrorCode } from './errors.js'

/** The errors that are told as alerts, to the host's developer (spec §8). */
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
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
]

/** The alert that a server's refusal stands for (spec §8 "Server message mapping"), wherever in it the words are. */
export function alertOfServerMessage(message: string): AlertCode | undefined {
  return serverMessages.find(([words]) => message.includes(words))?.[1]
}
