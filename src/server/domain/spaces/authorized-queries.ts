import { sql } from 'kysely'
import type { Access, DefaultLevel } from '../../context.ts'
import { type Db, prepared } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { editorJoin } from '../users/people-queries.ts'
import { columns, published, type RawSpace, type SpaceRow } from './queries.ts'

/** The space that a request is authorized for, without looking for the caller's access again. */
export async function authorizedSpace(db: Db, access: AuthorizedAccess, id: string): Promise<SpaceRow> {
  const { organizationId, role, defaultLevel } = access
  const { rows } =
    await sql<RawSpace>`${prepared}select ${columns}, on_site.basename, on_site.path as "sitePath"
    from space s ${published}
    left join space_translation mark on mark.organization_id = s.organization_id and mark.space_id = s.id
    ${editorJoin(sql`s`)}
    where s.organization_id = ${organizationId} and s.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound('space', id)
  const { basename, sitePath, ...space } = row
  return {
    ...space,
    role,
    level: defaultLevel.level,
    levelFrom: defaultLevel.from,
    publishedAt: basename === null ? null : { basename, path: sitePath ?? '' },
  }
}

type AuthorizedAccess = Pick<Access, 'organizationId' | 'role'> & { readonly defaultLevel: DefaultLevel }
