import type { Blobs } from '../content/blobs.ts'
import type { Change, NewFile } from '../content/changes.ts'
import { commit } from '../content/commit.ts'
import { newFile } from '../content/files.ts'
import type { SpaceRef } from '../content/place.ts'
import type { Tx } from '../db/client.ts'
import type { Found, ImportPlan, ImportReport, OnProgress, PlannedFile, PlannedPage } from './plan.ts'
import { countPages } from './plan.ts'

/** A plan whose files are in the blob store; nothing of the outside is needed any more. */
export type ReadyPlan = {
  readonly pages: readonly PlannedPage[]
  readonly files: readonly NewFile[]
  readonly found: Found
  readonly bytes: number
}

/** Stores the bytes of the plan's files; those that cannot be read are left out and reported. */
export async function storeFiles(plan: ImportPlan, blobs: Blobs, onProgress: OnProgress): Promise<ReadyPlan> {
  const files: NewFile[] = []
  const lost: { path: string; reason: string }[] = []
  for (const [done, file] of plan.files.entries()) {
    await onProgress({ phase: 'files', done, total: plan.files.length })
    const stored = await storeFile(file, blobs)
    if (typeof stored === 'string') lost.push({ path: file.source, reason: stored })
    else files.push(stored)
  }
  const texts = textBytes(plan.pages)
  const bytes = files.reduce((sum, { size }) => sum + size, texts)
  return {
    pages: plan.pages,
    files,
    found: { ...plan.found, skipped: [...plan.found.skipped, ...lost] },
    bytes,
  }
}

async function storeFile({ id, name, read }: PlannedFile, blobs: Blobs): Promise<NewFile | string> {
  let bytes: Buffer
  try {
    bytes = await read()
  } catch (error) {
    return error instanceof Error ? error.message : 'It cannot be read'
  }
  return newFile(blobs, { id, name: name.slice(0, 256), bytes })
}

/**
 * Adds a plan at the end of a space's pages, in one revision; what is there stays as it is. Answers the revision.
 * @throws {DomainError} what `commit` throws: `not_found`, `space_locked`
 */
export async function addToSpace(
  tx: Tx,
  plan: ReadyPlan,
  to: SpaceRef & { readonly by: string | null; readonly now: Date; readonly newId: () => string },
): Promise<string> {
  const files: Change[] = plan.files.length === 0 ? [] : [{ operation: 'insert_files', files: plan.files }]
  const pages = plan.pages.flatMap((page) => insertions(page, null))
  const { revision } = await commit(tx, { ...to, changes: [...files, ...pages] })
  return revision
}

function insertions(page: PlannedPage, into: string | null): Change[] {
  const { id, type, title, slug, description, icon, emoji, target, hidden, text, children } = page
  const own: Change = {
    operation: 'insert_page',
    id,
    type,
    title,
    isPlanned: true,
    ...(type === 'link' ? {} : { slug }),
    description,
    icon,
    emoji,
    ...(hidden ? { hidden } : {}),
    ...(target === undefined ? {} : { target: { kind: 'url', url: target } }),
    ...(type === 'document' ? { document: { markdown: text ?? '' } } : {}),
    into,
  }
  return [own, ...children.flatMap((child) => insertions(child, id))]
}

export const reportOf = ({ pages, files, found }: ReadyPlan, ms: number): ImportReport => ({
  ...found,
  pages: countPages(pages),
  files: files.length,
  ms: Math.round(ms),
})

const textBytes = (pages: readonly PlannedPage[]): number =>
  pages.reduce((sum, { text, children }) => sum + Buffer.byteLength(text ?? '') + textBytes(children), 0)
