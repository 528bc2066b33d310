import { domainToASCII, domainToUnicode } from 'node:url'
import { loginByEmailBody } from 'latchkey/protocol'
import * as v from 'valibot'

const { email } = loginByEmailBody.entries

/**
 * Returns whether a text is an e-mail address to which the services send mail: one that clients accept, of printable ASCII
 * and with a local part of at most 64 characters (RFC 5321).
 */
export function isMailAddress(text: string): boolean {
  return /^[\x21-\x7e]{1,64}@[\x21-\x7e]+$/.test(text) && v.is(email, text) && hasProperLabels(text)
}

/** Whether each A-label (`xn--…`) of a domain is the one spelling of a name of other letters. */
function hasProperLabels(address: string): boolean {
  const domain = plainMailAddress(address.slice(address.indexOf('@') + 1))
  return !domain.includes('xn--') || domainToASCII(domainToUnicode(domain)) === domain
}

/** Returns the one spelling of an address. Hardly any server tells upper from lower case. */
export function plainMailAddress(text: string): string {
  return text.toLowerCase()
}

/**
 * Returns the mailbox that an address probably leads to, by which mails are counted: without what follows a `+`, and at
 * Gmail without dots. Two such addresses are not the same identity, because not every server treats them alike.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const plain = local.replace(/\+.*/, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
