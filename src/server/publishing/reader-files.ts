import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReaderManifest, readerManifestFile } from '#published/manifest.ts'

/** Names of the built script, stylesheet and fonts of the pages. */
export type ReaderFiles = ReaderManifest & {
  /** Where they are. */
  readonly folder: string
  /** Whether pages can be printed here. */
  readonly prints?: boolean
}

/** What the build left in a folder, null when nothing was built there. */
export function readerFilesIn(folder: string): ReaderFiles | null {
  const path = join(folder, readerManifestFile)
  return existsSync(path) ? { ...JSON.parse(readFileSync(path, 'utf8')), folder } : null
}

/** Below this path the files are served, by the names that carry a hash of what is in them. */
export const readerFilesPath = '/reader'
