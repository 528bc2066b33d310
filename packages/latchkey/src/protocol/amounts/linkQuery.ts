import { maxUnits } from './parseAmount.js'

/** Reads the queries of payment links. */

/**
 * Returns a query's parameters; `undefined` if one is duplicated or not like the pattern, whose two groups are its name
 * and its value.
 */
export function parseQuery(query: string, pattern: RegExp): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  for (const part of query === '' ? [] : query.split('&')) {
    // Stryker disable next-line ArrayDeclaration: only what a match has after its first item is read.
    const [, key, value] = pattern.exec(part) ?? []
    if (key === undefined || value === undefined || parameters.has(key)) return undefined
    parameters.set(key, value)
  }
  return parameters
}

/** Converts a number as EIP-681 writes it to base units; `undefined` if it is signed, not whole, or larger than a uint256. */
export function parseUnits(text: string): bigint | undefined {
  // Stryker disable StringLiteral,ArrayDeclaration: no exponent is 0 either way; the first item is not read.
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d{1,78})(?:\.(\d{1,78}))?(?:e\+?(\d{1,2}))?$/i.exec(text) ?? []
  // Stryker restore StringLiteral,ArrayDeclaration
  const decimals = fraction.replace(/0+$/, '')
  // At most two digits of exponent: computing a power of 1e9 would exhaust the page's memory.
  if (whole === undefined || decimals.length > Number(exponent)) return undefined
  const units = BigInt(whole + decimals.padEnd(Number(exponent), '0'))
  return units > maxUnits ? undefined : units
}
