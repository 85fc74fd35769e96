/** The kind of a font, which decides on the system fonts for its fallback. */
type Kind = 'sans' | 'serif' | 'mono'

/**
 * Metrics in percent: width at weights 400 and 700 relative to the system fonts, ascent and descent relative to the
 * font size.
 */
type FontMetrics = readonly [normal: number, bold: number, ascent: number, descent: number]

/** A selectable font. */
export type ListedFont = {
  readonly family: string
  readonly kind: Kind
  /** The value of `font-family`. */
  readonly stack: string
  readonly metrics: FontMetrics
}

const generic: Record<Kind, string> = { sans: 'sans-serif', serif: 'ui-serif,serif', mono: 'monospace' }

const listedFont = (family: string, kind: Kind, metrics: FontMetrics): ListedFont => ({
  family,
  kind,
  metrics,
  stack: `"${family}","${family} Fallback",${generic[kind]}`,
})

/** Inter is the default of the CSS tokens. The other fonts are in the tokens, too, with their optical size. */
export const textFonts: Readonly<Record<string, ListedFont>> = {
  Roboto: listedFont('Roboto', 'sans', [99.96, 94.3, 92.8, 24.4]),
  RobotoSlab: listedFont('Roboto Slab', 'serif', [116.68, 111.12, 104.8, 27.1]),
  OpenSans: listedFont('Open Sans', 'sans', [105.11, 104.68, 106.9, 29.3]),
  SourceSansPro: listedFont('Source Sans 3', 'sans', [93.51, 91.73, 102.4, 40]),
  Lato: listedFont('Lato', 'sans', [97.52, 92.46, 98.7, 21.3]),
  Ubuntu: listedFont('Ubuntu', 'sans', [102.35, 99.8, 93.2, 18.9]),
  Raleway: listedFont('Raleway', 'sans', [104.18, 100.31, 94, 23.4]),
  Merriweather: listedFont('Merriweather', 'serif', [118.79, 115, 98.4, 27.3]),
  Overpass: listedFont('Overpass', 'sans', [100.7, 97.71, 88.3, 38.3]),
  NotoSans: listedFont('Noto Sans', 'sans', [106.03, 104.56, 106.9, 29.3]),
  IBMPlexSerif: listedFont('IBM Plex Serif', 'serif', [116.25, 114.55, 102.5, 27.5]),
  Poppins: listedFont('Poppins', 'sans', [112.82, 107.33, 105, 35]),
  FiraSans: listedFont('Fira Sans', 'sans', [102.42, 95.19, 93.5, 26.5]),
}

/** IBM Plex Mono is the default of the CSS tokens. */
export const codeFonts: Readonly<Record<string, ListedFont>> = {
  FiraCode: listedFont('Fira Code', 'mono', [99.98, 99.98, 99, 32.2]),
  JetBrainsMono: listedFont('JetBrains Mono', 'mono', [99.98, 99.98, 102, 30]),
  SourceCodePro: listedFont('Source Code Pro', 'mono', [99.98, 99.98, 98.4, 27.3]),
  RobotoMono: listedFont('Roboto Mono', 'mono', [100, 100, 104.8, 27.1]),
  SpaceMono: listedFont('Space Mono', 'mono', [101.98, 101.98, 112, 36.1]),
  DMMono: listedFont('DM Mono', 'mono', [99.98, 99.98, 99.2, 31]),
  Inconsolata: listedFont('Inconsolata', 'mono', [83.32, 83.32, 85.9, 19]),
}

/** Inter as heading font on a page with another text font. */
export const inter = '"Inter","Inter Fallback",sans-serif'

/** System fonts by kind: names of metric-compatible fonts on different systems. */
const fallbackFonts: Record<Kind, { readonly normal: readonly string[]; readonly bold: readonly string[] }> =
  {
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

/** Font faces of system fonts with the metrics of a font, which prevents layout shifts when the font is loaded. */
export function fallbackFaces({
  family,
  kind,
  metrics: [normal, bold, ascent, descent],
}: ListedFont): string[] {
  const face = (weight: string, locals: readonly string[], adjust: number) => {
    const percent = (value: number) => `${Math.round((value / adjust) * 10_000) / 100}%`
    return `@font-face{${[
      `font-family:${cssString(`${family} Fallback`)}`,
      `font-weight:${weight}`,
      `src:${locals.map((name) => `local(${cssString(name)})`).join(',')}`,
      `size-adjust:${adjust}%`,
      `ascent-override:${percent(ascent)}`,
      `descent-override:${percent(descent)}`,
      'line-gap-override:0%',
    ].join(';')}}`
  }
  const { normal: light, bold: heavy } = fallbackFonts[kind]
  return [face('1 549', light, normal), face('550 1000', heavy, bold)]
}

/** A CSS string with all special characters escaped. */
export function cssString(value: string): string {
  const escaped = value.replace(/["\\<>]|\p{Cc}/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)
  return `"${escaped}"`
}
