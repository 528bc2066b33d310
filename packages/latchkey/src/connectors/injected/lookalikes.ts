// Letters of other scripts that are drawn like Latin ones: the ones that wallet names have been faked with.
const drawnAlike: { readonly [letter: string]: string } = {
  а: 'a',
  α: 'a',
  ɑ: 'a',
  в: 'b',
  β: 'b',
  ь: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  ε: 'e',
  ɡ: 'g',
  һ: 'h',
  н: 'h',
  η: 'n',
  і: 'i',
  ι: 'i',
  ı: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  м: 'm',
  ո: 'n',
  п: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  0: 'o',
  1: 'l',
  '|': 'l',
  ӏ: 'l',
}

/**
 * Reduces a name to its skeleton: a reader cannot tell two names with the same skeleton apart at a glance. Drops case,
 * accents, width, spaces and punctuation, and maps letters of other scripts to the Latin ones they resemble.
 */
export function skeletonOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase()
  return [...folded]
    .map((letter) => drawnAlike[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/i/g, 'l')
}
