/**
 * What a text has that may stand for more: a fingerprint, an account, an order that a service carries out, or what services derive keys from. They
 * ask visitors to sign only where they trust the site.
 */
const suspicious =
  /[0-9a-f]{40}|[\w+/=-]{64}|[{}]|sign only|only sign|trust|permit|allowance|approv|spend|transfer|transact|order|withdraw|deposit|delegat|swap|trade|\bbid\b|listing|airdrop|claim|(?:private|secret|access|account|encryption|trading) key/i

/**
 * Whether a message is plainly a text: nothing that a network or a contract takes for more than words. As long as a fingerprint (32 bytes), it
 * may be one.
 */
export function isOnlyText(text: string): boolean {
  return new TextEncoder().encode(text).length !== 32 && !suspicious.test(text)
}
