/**
 * An e-mail address as a visitor types it, without the spaces around it and with the A-labels of a domain of other letters.
 */
export function asciiEmail(typed: string): string {
  const email = typed.trim()
  const [, user = '', domain = ''] = /^([^@]+)@([^@\s/?#:\\]*[^\0-\x7f][^@\s/?#:\\]*)$/.exec(email) ?? []
  const address = `https://${domain}`
  return domain !== '' && URL.canParse(address) ? `${user}@${new URL(address).hostname}` : email
}
