import { notFound } from '../errors.ts'
import type { NewFile, UpdateFile } from './changes.ts'
import { type Batch, type Draft, registerRef } from './draft.ts'
import { canonicalFile, type FileEntry } from './entries.ts'
import { normalizedText } from './texts.ts'

/** Adds a file whose bytes are stored to the tree. */
export function insertFile({ tree, now, newId }: Batch, draft: Draft, file: NewFile, index: number): void {
  const entry = canonicalFile({
    ...file,
    id: file.id ?? newId(),
    name: normalizedText(file.name),
    createdAt: now.toISOString(),
  } as FileEntry)
  tree.putFile(entry)
  draft.files.push(file.ref === undefined ? entry : { ...entry, ref: file.ref })
  registerRef(draft.fileRefs, file.ref, entry.id, index)
}

/** Changes the name, the bytes, or both. @throws {DomainError} `not_found` */
export async function updateFile(
  { tree, now }: Batch,
  { file: id, name, content }: UpdateFile,
): Promise<void> {
  const before = await fileIn(tree, id)
  const { width: _w, height: _h, ...rest } = before
  const isNew = content !== undefined && content.blob !== before.blob
  const bytes = isNew ? { ...rest, ...content, replacedAt: now.toISOString() } : before
  tree.putFile(
    canonicalFile({
      ...bytes,
      id,
      name: name === undefined ? before.name : normalizedText(name),
    } as FileEntry),
  )
}

/** Removes a file; links to it are broken from then on. @throws {DomainError} `not_found` */
export async function deleteFile({ tree, base }: Batch, id: string): Promise<void> {
  if ((await tree.fileOf(id)) === null && base !== null) return
  await fileIn(tree, id)
  tree.removeFile(id)
}

/** Restores a file as it was in a revision. @throws {DomainError} `not_found` */
export async function revertFile(batch: Batch, id: string, revision: string | undefined): Promise<void> {
  const from = revision ?? batch.revertTo
  const before = from === null ? undefined : (await batch.filesOf(from)).find((file) => file.id === id)
  if (before === undefined) throw notFound('file', id)
  batch.tree.putFile(before)
}

async function fileIn(tree: Batch['tree'], id: string): Promise<FileEntry> {
  const file = await tree.fileOf(id)
  if (file === null) throw notFound('file', id)
  return file
}
