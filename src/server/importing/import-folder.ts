import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import { addToSpace, parsePlan, recordPaths, reportOf, storeFiles } from './add-to-space.ts'
import { openArchives } from './archives.ts'
import { openDialects } from './dialects/open-dialects.ts'
import { folderFiles } from './folder.ts'
import { redirectedPaths } from './former-paths.ts'
import { htmlFileAsMarkdown } from './html-file.ts'
import { openExport } from './open-export.ts'
import type { ImportReport, OnProgress } from './plan.ts'
import { planOfFiles } from './plan-of-files.ts'
import { below, commonFolder, type SourceFiles } from './source-files.ts'
import { folderOf } from './staging.ts'
import { openDocuments } from './word/open-documents.ts'

type FolderImport = SpaceRef & {
  /** The parent page; absent for the root. */
  readonly page?: string
  /** A local folder or zip archive. */
  readonly folder: string
  /** The author of the revision; null for the service itself. */
  readonly by: string | null
  readonly onProgress?: OnProgress
}

/**
 * Imports a local folder or archive directly, without an import run: for the first start and the command line. Returns
 * the revision and the report. Throws `DomainError` like `addToSpace`, and `validation` if the source cannot be read.
 */
export async function importFolder(
  service: Service,
  { folder, by, onProgress = async () => undefined, ...space }: FolderImport,
): Promise<{ readonly revision: string; readonly report: ImportReport }> {
  const { newId, now, blobs, db, config } = service
  const startedAt = performance.now()
  const source = await openSource(folder, {
    temporary: folderOf(config, newId()),
    maxBytes: config.importBytes,
  })
  const storeBytes = async (bytes: Buffer) => {
    const { hash } = await blobs.put(bytes)
    return () => blobs.read(hash)
  }
  const files = openDocuments(openDialects(await openExport(source)), {
    split: false,
    storeBytes,
    onProgress,
    stop: new AbortController().signal,
  })
  try {
    const plan = await planOfFiles(files, { newId, onProgress, markdownOfHtml: htmlFileAsMarkdown })
    const ready = await storeFiles(plan, source, blobs, onProgress)
    await onProgress({ phase: 'adding', done: 0, total: 0 })
    await parsePlan(ready)
    const to = { ...space, by, now: now(), newId }
    const { revision } = await db.transaction().execute(async (tx) => {
      const added = await addToSpace(tx, ready, to)
      await recordPaths(tx, redirectedPaths(ready.redirects), to)
      return added
    })
    return { revision, report: reportOf(ready, performance.now() - startedAt) }
  } finally {
    await files.close()
  }
}

async function openSource(path: string, options: Parameters<typeof openArchives>[1]): Promise<SourceFiles> {
  if (!/\.zip$/i.test(path)) return folderFiles(path)
  const archive = await openArchives([path], options)
  return below(archive, commonFolder(await archive.list()))
}
