/** Ground of the reader's pages in each scheme. */
const grounds = { light: '#ffffff', dark: '#16181c' } as const
export type Scheme = keyof typeof grounds

/** What text of a normal size needs. */
export const readable = 4.5

/** A colour as its three parts; undefined for what is none. */
function partsOf(color: string): readonly number[] | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1]
  if (digits === undefined) return undefined
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16) / 255)
}

const lightness = (parts: readonly number[]): number =>
  parts
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

/** How far a colour stands out from the ground of the pages, from 1 to 21; undefined for what is no colour. */
export function contrastOn(scheme: Scheme, color: string): number | undefined {
  const [a, b] = [partsOf(color), partsOf(grounds[scheme])]
  if (a === undefined || b === undefined) return undefined
  const [one, other] = [lightness(a), lightness(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** `#abc` as a colour picker takes it. */
export const sixDigits = (color: string): string =>
  /^#[\da-f]{3}$/i.test(color)
    ? color.replace(/[\da-f]/gi, '$&$&')
    : /^#[\da-f]{6}$/i.test(color)
      ? color
      : '#000000'
