/** Families of the fonts that a customization names. Text fonts are also in the tokens, with their optical size. */
export const textFonts: Record<string, string> = {
  Inter: '"Inter","Inter Fallback",sans-serif',
  Roboto: '"Roboto","Inter Fallback",sans-serif',
  RobotoSlab: '"Roboto Slab",ui-serif,serif',
  OpenSans: '"Open Sans","Inter Fallback",sans-serif',
  SourceSansPro: '"Source Sans 3","Inter Fallback",sans-serif',
  Lato: '"Lato","Inter Fallback",sans-serif',
  Ubuntu: '"Ubuntu","Inter Fallback",sans-serif',
  Raleway: '"Raleway","Inter Fallback",sans-serif',
  Merriweather: '"Merriweather",Georgia,serif',
  Overpass: '"Overpass","Inter Fallback",sans-serif',
  NotoSans: '"Noto Sans","Inter Fallback",sans-serif',
  IBMPlexSerif: '"IBM Plex Serif",Georgia,serif',
  Poppins: '"Poppins","Inter Fallback",sans-serif',
  FiraSans: '"Fira Sans","Inter Fallback",sans-serif',
}

/** IBM Plex Mono is the font of the tokens and needs no rule. */
export const codeFonts: Record<string, string> = {
  FiraCode: '"Fira Code","Plex Mono Fallback",monospace',
  JetBrainsMono: '"JetBrains Mono","Plex Mono Fallback",monospace',
  SourceCodePro: '"Source Code Pro","Plex Mono Fallback",monospace',
  RobotoMono: '"Roboto Mono","Plex Mono Fallback",monospace',
  SpaceMono: '"Space Mono","Plex Mono Fallback",monospace',
  DMMono: '"DM Mono","Plex Mono Fallback",monospace',
  Inconsolata: '"Inconsolata","Plex Mono Fallback",monospace',
}

/** A CSS string. Whatever could end it is written as an escape. */
export function quoted(value: string): string {
  const escaped = value.replace(/["\\<>]|\p{Cc}/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)
  return `"${escaped}"`
}
