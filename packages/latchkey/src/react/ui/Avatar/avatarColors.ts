/**
 * Returns the colours of an address's avatar, from light to dark: shades of the colour whose hex code is the address's
 * first six hex characters (spec §5). If an address is not hex, the codes of its last characters are used: it may begin
 * as all addresses of its network do.
 */
export function avatarColors(address: string): readonly string[] {
  const digits = address.replace(/^0x/i, '').slice(0, 6)
  const base = /^[0-9a-f]{6}$/i.test(digits)
    ? [16, 8, 0].map((shift) => (Number.parseInt(digits, 16) >> shift) & 255)
    : [...address.slice(-3)].map((character) => (character.charCodeAt(0) * 47) % 256)
  return [0.75, 0.5, 0.25, 0, -0.25].map((tint) => {
    const channels = base.map((channel) =>
      Math.round(tint >= 0 ? channel + (255 - channel) * tint : channel * (1 + tint)),
    )
    return `rgb(${channels.join(' ')})`
  })
}
