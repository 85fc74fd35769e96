import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReaderManifest, readerManifestFile } from '#published/manifest.ts'

/** Names of the built script, stylesheet and fonts of the pages. */
export type ReaderFiles = ReaderManifest & {
  /** The folder they are in. */
  readonly folder: string
  /** Whether this machine can render PDFs. */
  readonly canPrint?: boolean
  /** Whether the operator has an endpoint that answers questions. */
  readonly canAsk?: boolean
}

/** The built files in a folder, null if there are none. */
export function readerFilesIn(folder: string): ReaderFiles | null {
  const path = join(folder, readerManifestFile)
  return existsSync(path) ? { ...JSON.parse(readFileSync(path, 'utf8')), folder } : null
}

/** The path below which the files are served; their names contain a hash of their content. */
export const readerFilesPath = '/reader'
