/** Letters of other scripts that look like Latin ones, in the order of {@link latin}. */
const lookAlikes = 'АВЕКМНОРСТХУІЅЈаеорсухіѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'ABEKMHOPCTXYISJaeopcyxisjABEZHIKMNOPTYX'

/** Whether a token's name is an invitation: what is sent to strangers so that they open an address. */
export function isLure(text: string): boolean {
  return /https?:|www\.|\b[\w-]+\.(com|net|org|io|xyz|app|top|site|fi|gg|me|info|claims?|vip|cc|fun|live)\b|\bclaim\b|\bairdrop\b|\bvisit\b/i.test(
    text,
  )
}

/** Whether a token goes by the symbol of another one, or by one that looks like it. */
export function isImitation(symbol: string, symbols: readonly string[]): boolean {
  const seen = skeletonOf(symbol)
  return seen !== '' && symbols.some((one) => skeletonOf(one) === seen)
}

function skeletonOf(symbol: string): string {
  return [...symbol.normalize('NFKC')]
    .map((letter) => latin[lookAlikes.indexOf(letter)] ?? letter)
    .join('')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
