/**
 * Black or white, whichever reads better on a colour (WCAG contrast). The colour may be any CSS colour: the browser is
 * asked what it comes to. `undefined` where it is none.
 */
export function contrastText(element: HTMLElement, color: string | number): string | undefined {
  const { style } = element
  const before = style.color
  style.color = ''
  style.color = String(color)
  const isColor = style.color !== ''
  const computed = isColor ? getComputedStyle(element).color : ''
  style.color = before
  const [red, green, blue] = toChannels(computed)
  if (red === undefined || green === undefined || blue === undefined) return undefined
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  // The luminance at which black and white have the same contrast.
  return luminance > 0.179 ? '#000000' : '#ffffff'
}

function toChannels(computed: string): readonly (number | undefined)[] {
  const numbers = (computed.match(/[\d.]+/g) ?? []).map(Number)
  // `color(srgb 0.5 0.5 0.5)` counts from 0 to 1, `rgb(127, 127, 127)` to 255.
  return computed.startsWith('color(') ? numbers : numbers.map((number) => number / 255)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
