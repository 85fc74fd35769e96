import type { FileRow } from '../content/files.ts'
import { filesOf } from './queries.ts'
import type { Visit } from './visit.ts'

/** Files of a space by id; those of the change request in a preview of one. */
export async function filesIn(
  { db, state }: Pick<Visit, 'db' | 'state'>,
  spaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  const { organizationId, preview } = state
  if (preview?.spaceId !== spaceId || preview.files === undefined) {
    return filesOf(db, { organizationId, spaceId }, ids)
  }
  const files = ids.flatMap((id) => preview.files?.get(id) ?? [])
  return new Map(
    files.map((file) => [
      file.id,
      {
        ...file,
        width: file.width ?? null,
        height: file.height ?? null,
        createdAt: new Date(file.createdAt),
        replacedAt: file.replacedAt === undefined ? null : new Date(file.replacedAt),
      },
    ]),
  )
}
