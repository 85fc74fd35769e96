import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readZipArchive } from '../archives.ts'

export const archive = join(import.meta.dirname, 'fluentd-docs.zip')

/** The unchanged files of the corpus by path. */
export const corpusFiles = async (): Promise<ReadonlyMap<string, Buffer>> =>
  new Map(Object.entries(await readZipArchive(readFileSync(archive))))

/** The Markdown files among them. */
export const corpusTexts = (files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(([path, bytes]) => (path.endsWith('.md') ? [[path, bytes.toString()] as const] : [])),
  )
