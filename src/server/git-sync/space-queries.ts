import { sql } from 'kysely'
import type { Revision } from '../content/revision-rows.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { asJson, type Db, type Tx } from '../db/client.ts'
import { commitUrl, gitSyncOf } from '../importing/git/origin-queries.ts'
import { inSpace } from './in-space.ts'

/** The repository of a space as the space's own object shows it; null removes it. */
export const recordOnSpace = (
  db: Db | Tx,
  at: SpaceRef,
  repository: { readonly url: string; readonly branch: string } | null,
  now: Date,
) =>
  db
    .updateTable('space')
    .set({
      git_sync: repository === null ? null : asJson(gitSyncOf(repository.url, repository.branch, now)),
    })
    .where('organization_id', '=', at.organizationId)
    .where('id', '=', at.spaceId)
    .execute()

/** Records on a revision which commit it was imported from. */
export const recordCommit = (
  tx: Tx,
  at: SpaceRef & { readonly url: string; readonly branch: string },
  revision: string,
  { commit, message }: { readonly commit: string; readonly message: string },
) =>
  tx
    .updateTable('revision')
    .set({
      git: asJson({ oid: commit, message, ref: at.branch, url: commitUrl(at.url, commit) }),
    })
    .where('organization_id', '=', at.organizationId)
    .where('id', '=', revision)
    .execute()

type CommitAuthor = { readonly name: string; readonly email: string }

/** A revision of the space itself, with who made it. */
export type SpaceRevision = Pick<Revision, 'id' | 'type' | 'createdAt'> & {
  readonly author: CommitAuthor | null
  readonly coAuthors: readonly CommitAuthor[]
  /** The change request whose merge it is. */
  readonly request: { readonly id: string; readonly number: number; readonly subject: string } | null
}

/** More revisions than that are pushed together. */
const MAX_REVISIONS = 50

/** The revisions of a space after one of them up to the head, oldest first; only the last ones if there are many. */
export async function revisionsAfter(
  db: Db,
  at: SpaceRef,
  revision: string | null,
): Promise<SpaceRevision[]> {
  const { rows } = await sql<{
    id: string
    type: Revision['type']
    created_at: Date
    name: string | null
    email: string | null
    coAuthors: readonly CommitAuthor[]
    request: string | null
    number: number | null
    subject: string | null
  }>`with recursive synced (id) as (
      select ${revision}::text
      union all
      -- Saves of the same editing session replaced it: the revision after its parent has the rest of the session.
      select parents[1] from revision
        where organization_id = ${at.organizationId} and id = ${revision} and replaced_at is not null
    ), line (id, parent, depth) as (
      select revision.id, revision.parents[1], 1 from space
        join revision on revision.organization_id = space.organization_id and revision.id = space.revision_id
        where space.organization_id = ${at.organizationId} and space.id = ${at.spaceId}
      union all
      select revision.id, revision.parents[1], depth + 1 from line
        join revision on revision.organization_id = ${at.organizationId} and revision.id = line.parent
        where line.id not in (select id from synced where id is not null) and depth <= ${MAX_REVISIONS}
    )
    select revision.id, revision.type, revision.created_at, person.display_name as name, person.email,
      array(select json_build_object('name', display_name, 'email', email) from user_account
        where id = any(revision.co_authors) order by display_name, id) as "coAuthors",
      request.id as request, request.number, request.subject
    from line join revision on revision.organization_id = ${at.organizationId} and revision.id = line.id
    left join change_request request on revision.type = 'merge' and request.organization_id = ${at.organizationId}
      and request.space_id = ${at.spaceId} and request.revision_merged = revision.id
    left join user_account person on person.id = coalesce(request.created_by, revision.created_by)
    where line.id not in (select id from synced where id is not null)
    order by line.depth desc`.execute(db)
  return rows
    .slice(-MAX_REVISIONS)
    .map(({ id, type, created_at: createdAt, name, email, coAuthors, request, number, subject }) => ({
      id,
      type,
      createdAt,
      author: name === null || email === null ? null : { name, email },
      coAuthors,
      request: request === null ? null : { id: request, number: number ?? 0, subject: subject ?? '' },
    }))
}

/** The status of a change request and its current revision; undefined if it was deleted. */
export const requestState = (db: Db, at: SpaceRef, id: string) =>
  inSpace(
    db
      .selectFrom('change_request')
      .select(['status', 'revision_id as revision', 'revision_merged as merged']),
    at,
  )
    .where('id', '=', id)
    .executeTakeFirst()

/** The member with an email address, who can be named as the author of an imported commit. */
export async function memberWithEmail(db: Db, organizationId: string, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_account')
    .innerJoin('member', 'member.user_id', 'user_account.id')
    .select('user_account.id')
    .where('member.organization_id', '=', organizationId)
    .where('member.disabled', '=', false)
    .where('user_account.email', '=', email.toLowerCase())
    .where('user_account.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.id ?? null
}
