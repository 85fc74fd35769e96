/** File names, with a hash of their content, in the folder that the build wrote to. */
export type ReaderManifest = {
  js: string
  css: string
  fonts: { text: string; code: string; arabic: string }
}

/** Where the manifest stands in that folder. */
export const readerManifestFile = 'manifest.json'
