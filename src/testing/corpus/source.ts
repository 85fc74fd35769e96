import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readZipArchive } from '../archives.ts'

export const archive = join(import.meta.dirname, 'fluentd-docs.zip')

/** The files of the corpus by path, as they are. */
export const corpusFiles = async (): Promise<ReadonlyMap<string, Buffer>> =>
  new Map(Object.entries(await readZipArchive(readFileSync(archive))))

/** The texts among them. */
export const corpusTexts = (files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(([path, bytes]) => (path.endsWith('.md') ? [[path, bytes.toString()] as const] : [])),
  )
