import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

/** The space or collection of an invite that is not for the whole organization. */
export type Subject = { readonly kind: 'space' | 'collection'; readonly id: string }

/** Valid invites: those to a space in the trash are left out. */
const invitesOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('invite as i')
    .leftJoin('space as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'i.organization_id')
        .onRef('s.id', '=', 'i.subject_id')
        .on('i.subject_kind', '=', 'space'),
    )
    .where('i.organization_id', '=', organizationId)
    .where('s.deleted_at', 'is', null)

const columns = [
  'i.id',
  'i.role',
  'i.subject_kind as subjectKind',
  'i.subject_id as subjectId',
  'i.joined',
  'i.created_at as createdAt',
] as const

/** One page of an organization's invites, oldest first. */
export async function invitePage(db: Db, organizationId: string, paging: Paging) {
  const invites = invitesOf(db, organizationId)
  const [page, countResult] = await Promise.all([
    pageOf(
      invites.select(columns),
      { columns: ['i.created_at', 'i.id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    invites.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

export type InviteRow = Awaited<ReturnType<typeof inviteOf>>

export const inviteOf = (db: Db | Tx, organizationId: string, id: string) =>
  invitesOf(db, organizationId)
    .select(columns)
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('invite', id))

/** Locks an invite until the transaction ends. */
export const lockInvite = (tx: Tx, organizationId: string, id: string) =>
  invitesOf(tx, organizationId)
    .select(columns)
    .where('i.id', '=', id)
    .forUpdate('i')
    .executeTakeFirstOrThrow(() => notFound('invite', id))

/** Invites that can be used, with the title of what they are for. */
const openInvites = (db: Db | Tx, organizationId: string, id: string) =>
  invitesOf(db, organizationId)
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .leftJoin('collection as c', (join) =>
      join
        .onRef('c.organization_id', '=', 'i.organization_id')
        .onRef('c.id', '=', 'i.subject_id')
        .on('i.subject_kind', '=', 'collection'),
    )
    .select([...columns, 'o.id as organizationId', 'o.title as organizationTitle', 'o.logo'])
    .select(sql<string>`coalesce(s.title, c.title, o.title)`.as('title'))
    .where('o.invite_links', '=', true)
    .where('i.id', '=', id)

export type OpenInvite = Awaited<ReturnType<typeof openInvite>>

/** An invite that can be used. @throws {DomainError} 404, also while invite links are turned off */
export const openInvite = (db: Db | Tx, organizationId: string, id: string) =>
  openInvites(db, organizationId, id).executeTakeFirstOrThrow(() => notFound('invite', id))

/** The same, locked until the transaction ends; invite links cannot be turned off in the meantime. */
export const lockOpenInvite = (tx: Tx, organizationId: string, id: string) =>
  openInvites(tx, organizationId, id)
    .forUpdate('i')
    .forKeyShare('o')
    .executeTakeFirstOrThrow(() => notFound('invite', id))

/**
 * Prevents an active space or a collection from being deleted until the transaction ends, and returns its title.
 */
export async function titleOfSubject(tx: Tx, organizationId: string, { kind, id }: Subject): Promise<string> {
  const table = kind === 'space' ? sql`(select * from space where deleted_at is null)` : sql`collection`
  const { rows } = await sql<{ title: string }>`select title from ${table} subject
    where organization_id = ${organizationId} and id = ${id} for key share`.execute(tx)
  const [row] = rows
  if (row === undefined) throw notFound(kind, id)
  return row.title
}

export type NewInvite = {
  readonly organizationId: string
  readonly id: string
  readonly role: Role
  readonly subject: Subject | null
  readonly createdBy: string
  readonly now: Date
}

export const insertInvite = (tx: Tx, invite: NewInvite) =>
  tx
    .insertInto('invite')
    .values({
      organization_id: invite.organizationId,
      id: invite.id,
      role: invite.role,
      subject_kind: invite.subject?.kind ?? null,
      subject_id: invite.subject?.id ?? null,
      created_by: invite.createdBy,
      created_at: invite.now,
    })
    .execute()

export const changeInvite = (tx: Tx, organizationId: string, id: string, role: Role) =>
  tx
    .updateTable('invite')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Counts one more person who joined by an invite. */
export const countJoined = (tx: Tx, organizationId: string, id: string) =>
  tx
    .updateTable('invite')
    .set({ joined: sql`joined + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

export const deleteInvite = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('invite').where('organization_id', '=', organizationId).where('id', '=', id).execute()

/** Grants a user a role on a space or collection unless they have a stronger grant there. */
export const grantStrongerRole = (
  tx: Tx,
  grant: { organizationId: string; subject: Subject; userId: string; role: Role; now: Date },
) =>
  tx
    .insertInto('access_grant')
    .values({
      organization_id: grant.organizationId,
      subject_kind: grant.subject.kind,
      subject_id: grant.subject.id,
      grantee_kind: 'user',
      grantee_id: grant.userId,
      role: grant.role,
      created_at: grant.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'subject_kind', 'subject_id', 'grantee_kind', 'grantee_id'])
        .doUpdateSet({ role: grant.role })
        .where(sql<boolean>`role_rank(access_grant.role) < role_rank(excluded.role)`),
    )
    .execute()
