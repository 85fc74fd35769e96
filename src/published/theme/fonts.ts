/** What a font is like, and so which fonts of every machine stand in for it until it is there. */
type Kind = 'sans' | 'serif' | 'mono'

/**
 * Measured in percent against those: its width at weights 400 and 700, and its height above and below the line as a
 * part of its size.
 */
type Measures = readonly [normal: number, bold: number, ascent: number, descent: number]

/** A font of the list, as the pages use it. */
export type ListedFont = {
  readonly family: string
  readonly kind: Kind
  /** The whole value of `font-family`. */
  readonly stack: string
  readonly measures: Measures
}

const generic: Record<Kind, string> = { sans: 'sans-serif', serif: 'ui-serif,serif', mono: 'monospace' }

const listed = (family: string, kind: Kind, measures: Measures): ListedFont => ({
  family,
  kind,
  measures,
  stack: `"${family}","${family} Fallback",${generic[kind]}`,
})

/** Inter is the font of the tokens and needs no rule. The others are in the tokens too, with their optical size. */
export const textFonts: Readonly<Record<string, ListedFont>> = {
  Roboto: listed('Roboto', 'sans', [99.96, 94.3, 92.8, 24.4]),
  RobotoSlab: listed('Roboto Slab', 'serif', [116.68, 111.12, 104.8, 27.1]),
  OpenSans: listed('Open Sans', 'sans', [105.11, 104.68, 106.9, 29.3]),
  SourceSansPro: listed('Source Sans 3', 'sans', [93.51, 91.73, 102.4, 40]),
  Lato: listed('Lato', 'sans', [97.52, 92.46, 98.7, 21.3]),
  Ubuntu: listed('Ubuntu', 'sans', [102.35, 99.8, 93.2, 18.9]),
  Raleway: listed('Raleway', 'sans', [104.18, 100.31, 94, 23.4]),
  Merriweather: listed('Merriweather', 'serif', [118.79, 115, 98.4, 27.3]),
  Overpass: listed('Overpass', 'sans', [100.7, 97.71, 88.3, 38.3]),
  NotoSans: listed('Noto Sans', 'sans', [106.03, 104.56, 106.9, 29.3]),
  IBMPlexSerif: listed('IBM Plex Serif', 'serif', [116.25, 114.55, 102.5, 27.5]),
  Poppins: listed('Poppins', 'sans', [112.82, 107.33, 105, 35]),
  FiraSans: listed('Fira Sans', 'sans', [102.42, 95.19, 93.5, 26.5]),
}

/** IBM Plex Mono is the font of the tokens and needs no rule. */
export const codeFonts: Readonly<Record<string, ListedFont>> = {
  FiraCode: listed('Fira Code', 'mono', [99.98, 99.98, 99, 32.2]),
  JetBrainsMono: listed('JetBrains Mono', 'mono', [99.98, 99.98, 102, 30]),
  SourceCodePro: listed('Source Code Pro', 'mono', [99.98, 99.98, 98.4, 27.3]),
  RobotoMono: listed('Roboto Mono', 'mono', [100, 100, 104.8, 27.1]),
  SpaceMono: listed('Space Mono', 'mono', [101.98, 101.98, 112, 36.1]),
  DMMono: listed('DM Mono', 'mono', [99.98, 99.98, 99.2, 31]),
  Inconsolata: listed('Inconsolata', 'mono', [83.32, 83.32, 85.9, 19]),
}

/** Inter where a heading asks for it on a page of another font. */
export const inter = '"Inter","Inter Fallback",sans-serif'

/** What stands in for a font, by its kind: names of the same font on different machines. */
const standIns: Record<Kind, { readonly normal: readonly string[]; readonly bold: readonly string[] }> = {
  sans: {
    normal: ['Arial', 'Liberation Sans', 'Helvetica'],
    bold: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'],
  },
  serif: {
    normal: ['Times New Roman', 'Liberation Serif', 'Times'],
    bold: ['Times New Roman Bold', 'Liberation Serif Bold', 'Times Bold'],
  },
  mono: {
    normal: ['Courier New', 'Liberation Mono'],
    bold: ['Courier New Bold', 'Liberation Mono Bold'],
  },
}

/** Faces with the measures of a font made of what every machine has, so that nothing moves when the font arrives. */
export function fallbackFaces({
  family,
  kind,
  measures: [normal, bold, ascent, descent],
}: ListedFont): string[] {
  const face = (weight: string, locals: readonly string[], adjust: number) => {
    const percent = (value: number) => `${Math.round((value / adjust) * 10_000) / 100}%`
    return `@font-face{${[
      `font-family:${quoted(`${family} Fallback`)}`,
      `font-weight:${weight}`,
      `src:${locals.map((name) => `local(${quoted(name)})`).join(',')}`,
      `size-adjust:${adjust}%`,
      `ascent-override:${percent(ascent)}`,
      `descent-override:${percent(descent)}`,
      'line-gap-override:0%',
    ].join(';')}}`
  }
  const { normal: light, bold: heavy } = standIns[kind]
  return [face('1 549', light, normal), face('550 1000', heavy, bold)]
}

/** A CSS string. Whatever could end it is written as an escape. */
export function quoted(value: string): string {
  const escaped = value.replace(/["\\<>]|\p{Cc}/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)
  return `"${escaped}"`
}
