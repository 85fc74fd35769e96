import type { FileRow } from '../content/files.ts'
import { filesOf } from './queries.ts'
import type { Visit } from './visit.ts'

/** Some files of a space as the visit sees them, by id: those of a change request where one is looked at. */
export async function filesIn(
  { db, state }: Pick<Visit, 'db' | 'state'>,
  spaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  const { organizationId, preview } = state
  if (preview?.spaceId !== spaceId || preview.files === undefined) {
    return filesOf(db, { organizationId, spaceId }, ids)
  }
  const found = ids.flatMap((id) => preview.files?.get(id) ?? [])
  return new Map(
    found.map((file) => [
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
