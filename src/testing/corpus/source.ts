import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'

export const archive = join(import.meta.dirname, 'fluentd-docs.zip')

/** The files of the corpus by path, as they are. */
export const corpusFiles = (): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(unzipSync(readFileSync(archive))).map(([path, bytes]) => [path, Buffer.from(bytes)]))

/** The texts among them. */
export const corpusTexts = (files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(([path, bytes]) => (path.endsWith('.md') ? [[path, bytes.toString()] as const] : [])),
  )
