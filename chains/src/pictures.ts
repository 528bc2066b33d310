/** A round picture with a sign in it, as a `data:` address of an SVG. */
export function drawToken(sign: string, colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${colour}"/><text x="20" y="27.5" font-family="sans-serif" font-size="21" font-weight="700" fill="#fff" text-anchor="middle">${sign}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
