import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

/**
 * Reads Bitcoin's payment links (BIP-21): an address, and possibly an amount. `label` and `message`, which change no
 * payment, are passed over; links with anything else are rejected.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'bitcoin',
  parse(rest) {
    const [address = '', query = '', ...more] = rest.split('?')
    const fault = more.length > 0 ? 'malformed' : faultOf(address)
    if (fault !== undefined) return refused(fault)
    const parameters = parseQuery(query)
    if (parameters === undefined) return refused('malformed')
    const unknown = [...parameters.keys()].find((key) => !known.has(key))
    if (unknown !== undefined) return refused('unsupported', unknown)
    const amount = parameters.get('amount')
    if (amount === undefined) return accepted({ namespace: 'bip122', recipient: address })
    const units = parseAmount(amount)
    return units === undefined
      ? refused('amount')
      : accepted({ namespace: 'bip122', recipient: address, units })
  },
  faultOf,
  make: ({ address }) => `bitcoin:${address}`,
}

const known = new Set(['amount', 'label', 'message'])
/** All bitcoins that will ever be, in satoshi. */
const mostUnits = 2_100_000_000_000_000n

/** A query's parameters; `undefined` if one is empty or there twice. */
function parseQuery(query: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  for (const part of query === '' ? [] : query.split('&')) {
    const [, key = '', value = ''] = /^([\w-]+)=(.+)$/.exec(part) ?? []
    if (key === '' || parameters.has(key)) return undefined
    parameters.set(key, value)
  }
  return parameters
}

/** Converts an amount in bitcoins to satoshi; `undefined` if it is none, or has more than 8 decimals. */
function parseAmount(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const units = BigInt(whole + fraction.padEnd(8, '0'))
  return units > mostUnits ? undefined : units
}

const base58 = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/
/** Bech32 addresses are all in lower case or all in upper case. */
const bech32 = /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

function faultOf(address: string): 'malformed' | undefined {
  return base58.test(address) || bech32.test(address) ? undefined : 'malformed'
}
