/** File names, with a hash of their content, in the folder that the build wrote to. */
export type ReaderManifest = {
  js: string
  css: string
  fonts: { text: string; code: string; arabic: string }
  /** The files of the fonts that a customization may choose, by the name it gives them. */
  families: Record<string, FontFaceFile[]>
  /** What pictures of pages are lettered with. */
  drawing: DrawingFont[]
}

/** A font for drawing, and the characters it is for, as in `unicode-range`. */
export type DrawingFont = { file: string; weight: number; range: string }

/** One file of a font: its weight or weights, `normal` or `italic`, and the characters it is for. */
export type FontFaceFile = { file: string; weight: string; style: string; range: string }

/** Where the manifest stands in that folder. */
export const readerManifestFile = 'manifest.json'
