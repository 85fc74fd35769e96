import { DomainError } from '../errors.ts'
import { htmlFileAsMarkdown } from '../importing/html-file.ts'
import type { ImportPlan } from '../importing/plan.ts'
import { planOfFiles } from '../importing/plan-of-files.ts'
import { IMPORT_LIMITS, isIgnored, type SourceFiles, safePath } from '../importing/source-files.ts'
import { filesAt, type Repository, readBlob } from './repository-files.ts'

/** The content of a folder at a commit, as an import would add it. */
export type PlanAtCommit = {
  readonly plan: ImportPlan
  /** The hash of each file by its path. */
  readonly files: ReadonlyMap<string, string>
}

type Options = {
  readonly commit: string
  readonly folder: string
  /** The id of the page, file or reusable content of each known path; new paths are added. */
  readonly ids: Map<string, string>
  readonly newId: () => string
  readonly stop: AbortSignal
}

/** @throws {DomainError} `validation` if the folder contains no pages: deleting all of them is never what a push means */
export async function planAt(repository: Repository, options: Options): Promise<PlanAtCommit> {
  const { commit, folder, ids, newId, stop } = options
  const files = await contentFiles(repository, commit, folder)
  if (files === null)
    throw new DomainError('validation', `The repository has no folder ${folder} in this branch`)
  const plan = await planOfFiles(sourceOf(repository, files), {
    newId: (path) => {
      const id = (path === undefined ? undefined : ids.get(path)) ?? newId()
      if (path !== undefined) ids.set(path, id)
      return id
    },
    onProgress: async () => stop.throwIfAborted(),
    markdownOfHtml: htmlFileAsMarkdown,
  })
  if (plan.pages.length === 0)
    throw new DomainError(
      'validation',
      `${folder === '' ? 'The repository' : `The folder ${folder}`} contains no Markdown files`,
    )
  return { plan, files }
}

/** The files that are synced: Markdown, and what it can use. */
export async function contentFiles(
  repository: Repository,
  commit: string | null,
  folder: string,
): Promise<ReadonlyMap<string, string> | null> {
  const all = await filesAt(repository, commit, folder)
  if (all === null) return null
  const files = new Map([...all].filter(([path]) => isSynced(path)))
  if (files.size > IMPORT_LIMITS.entries)
    throw new DomainError('validation', `The folder contains more than ${IMPORT_LIMITS.entries} files`)
  return files
}

/** A page that is not Markdown could not be written back. */
const isSynced = (path: string): boolean =>
  safePath(path) === path && !isIgnored(path) && !/\.(?:html?|docx?)$/i.test(path)

/** Files of a commit as the source of an import. */
export function sourceOf(repository: Repository, files: ReadonlyMap<string, string>): SourceFiles {
  return {
    // Sizes are only known when a file is read.
    list: async () => Array.from(files.keys(), (path) => ({ path, size: 0 })),
    read: (path) => readContent(repository, path, files.get(path) ?? ''),
    close: async () => undefined,
  }
}

/** @throws {DomainError} `validation` if it is too large or stored elsewhere */
export async function readContent(repository: Repository, path: string, oid: string): Promise<Buffer> {
  const bytes = await readBlob(repository, oid)
  const limit = /\.(?:md|markdown|mdx)$/i.test(path) ? IMPORT_LIMITS.pageBytes : IMPORT_LIMITS.fileBytes
  if (bytes.length > limit)
    throw new DomainError('validation', `${path} is larger than ${limit / 1_048_576} MB`)
  if (bytes.length < 1024 && bytes.toString('latin1', 0, 42).startsWith('version https://git-lfs.'))
    throw new DomainError('validation', `${path} is stored in Git LFS, which isn’t supported`)
  return bytes
}
