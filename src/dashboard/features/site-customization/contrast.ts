/** The page background in each scheme. */
const backgrounds = { light: '#ffffff', dark: '#16181c' } as const
export type Scheme = keyof typeof backgrounds

/** The minimum contrast for text of normal size (WCAG AA). */
export const MIN_CONTRAST = 4.5

/** Red, green and blue from 0 to 1; undefined if the text is not a color. */
function rgbOf(color: string): readonly number[] | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1]
  if (digits === undefined) return undefined
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16) / 255)
}

const luminance = (parts: readonly number[]): number =>
  parts
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

/** The contrast of a color with the page background, from 1 to 21; undefined if the text is not a color. */
export function contrastOn(scheme: Scheme, color: string): number | undefined {
  const [a, b] = [rgbOf(color), rgbOf(backgrounds[scheme])]
  if (a === undefined || b === undefined) return undefined
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** A color with six digits, as a color input requires. */
export const toSixDigits = (color: string): string =>
  /^#[\da-f]{3}$/i.test(color)
    ? color.replace(/[\da-f]/gi, '$&$&')
    : /^#[\da-f]{6}$/i.test(color)
      ? color
      : '#000000'
