/** A picture that needs no service: a letter on a colour. */
export function monogram(name: string): string {
  const hue = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0) * 37, 0) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 65% 42%)"/><text x="20" y="27" font-family="system-ui" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${name[0]}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
