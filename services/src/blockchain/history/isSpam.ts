/** Letters of other scripts that look like Latin ones, in the order of {@link latin}. */
const lookAlikes = 'АВЕКМНОРСТХУІЅЈаеорсухіѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'ABEKMHOPCTXYISJaeopcyxisjABEZHIKMNOPTYX'

/** Returns whether a token's name advertises a link, as spam tokens do. */
export function isLure(text: string): boolean {
  return /https?:|www\.|\b[\w-]+\.(com|net|org|io|xyz|app|top|site|fi|gg|me|info|claims?|vip|cc|fun|live)\b|\bclaim\b|\bairdrop\b|\bvisit\b/i.test(
    text,
  )
}

/** Returns whether a token uses the symbol of another one, or one that looks like it. */
export function isImitation(symbol: string, symbols: readonly string[]): boolean {
  return imitationsOf(symbols)(symbol)
}

/** {@link isImitation} for many tokens and one long list. */
export function imitationsOf(symbols: readonly string[]): (symbol: string) => boolean {
  const known = new Set(symbols.map(skeletonOf).filter((one) => one !== ''))
  return (symbol) => known.has(skeletonOf(symbol))
}

function skeletonOf(symbol: string): string {
  return [...symbol.normalize('NFKC')]
    .map((letter) => latin[lookAlikes.indexOf(letter)] ?? letter)
    .join('')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
