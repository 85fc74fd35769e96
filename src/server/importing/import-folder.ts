import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import { addToSpace, reportOf, storeFiles } from './add-to-space.ts'
import { folderFiles } from './folder.ts'
import type { ImportReport, OnProgress } from './plan.ts'
import { planOfFiles } from './plan-of-files.ts'
import { below, commonFolder, type SourceFiles } from './source-files.ts'
import { markdownOfHtml } from './website-pages.ts'
import { openDocuments } from './word/open-documents.ts'
import { zipFiles } from './zip.ts'

type FolderImport = SpaceRef & {
  /** A folder or a zip archive of this machine. */
  readonly folder: string
  /** Who is said to have made the revision; null for the service itself. */
  readonly by: string | null
  readonly onProgress?: OnProgress
}

/**
 * Imports a folder, or an archive, of this machine at once and without a run of its own: for the first start and
 * the command line. Answers the revision and what was found. Throws `DomainError` as `addToSpace`, and
 * `validation` when the source cannot be read.
 */
export async function importFolder(
  service: Service,
  { folder, by, onProgress = async () => undefined, ...space }: FolderImport,
): Promise<{ readonly revision: string; readonly report: ImportReport }> {
  const { newId, now, blobs, db } = service
  const begun = performance.now()
  const opened = await openSource(folder)
  const keep = async (bytes: Buffer) => {
    const { hash } = await blobs.put(bytes)
    return () => blobs.read(hash)
  }
  const files = openDocuments(opened, { split: false, keep, onProgress, stop: new AbortController().signal })
  try {
    const plan = await planOfFiles(files, { newId, onProgress, markdownOfHtml })
    const ready = await storeFiles(plan, blobs, onProgress)
    await onProgress({ phase: 'adding', done: 0, total: 0 })
    const to = { ...space, by, now: now(), newId }
    const revision = await db.transaction().execute((tx) => addToSpace(tx, ready, to))
    return { revision, report: reportOf(ready, performance.now() - begun) }
  } finally {
    await files.close()
  }
}

async function openSource(path: string): Promise<SourceFiles> {
  if (!/\.zip$/i.test(path)) return folderFiles(path)
  const archive = await zipFiles(path)
  return below(archive, commonFolder(await archive.list()))
}
