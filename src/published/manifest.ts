/** File names with content hashes, relative to the build folder. */
export type ReaderManifest = {
  js: string
  css: string
  fonts: { text: string; code: string; arabic: string }
  /** Files of the selectable fonts, by the names that customizations use. */
  families: Record<string, FontFaceFile[]>
  /** Fonts for social cards. */
  cardFonts: CardFont[]
}

/** A font for social cards and its characters, as in `unicode-range`. */
export type CardFont = { file: string; weight: number; range: string }

/** One file of a font: its weight or range of weights, `normal` or `italic`, and its characters. */
export type FontFaceFile = { file: string; weight: string; style: string; range: string }

/** File name of the manifest in the build folder. */
export const readerManifestFile = 'manifest.json'
