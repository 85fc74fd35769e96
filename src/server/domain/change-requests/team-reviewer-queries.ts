import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { RequestRef } from '../../content/request-rows.ts'
import { requestedReviewers } from '../../content/requested-reviewers.ts'
import type { Db, Tx } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { ReviewerRow } from './reviewer-queries.ts'

/** A team whose review is requested; none of its members has reviewed since. */
export type TeamReviewerRow = Omit<ReviewerRow, 'userId' | 'remindedAt'> & {
  readonly teamId: string
  readonly title: string
}

/** The requested teams, in the order of the requests. */
export async function teamReviewers(
  db: Db | Tx,
  { organizationId, changeRequestId }: RequestRef,
): Promise<TeamReviewerRow[]> {
  return db
    .selectFrom('change_request_team_reviewer as reviewer')
    .innerJoin('team', (on) =>
      on
        .onRef('team.organization_id', '=', 'reviewer.organization_id')
        .onRef('team.id', '=', 'reviewer.team_id'),
    )
    .select([
      'reviewer.team_id as teamId',
      'team.title',
      'reviewer.revision_id as revision',
      'reviewer.requested_by as requestedBy',
      'reviewer.created_at as createdAt',
    ])
    .where('reviewer.organization_id', '=', organizationId)
    .where('reviewer.change_request_id', '=', changeRequestId)
    .orderBy('reviewer.created_at')
    .orderBy('reviewer.team_id')
    .execute()
}

/** Requests reviews from teams, again from those whose review is already requested. */
export async function putTeamReviewers(
  tx: Tx,
  ref: RequestRef,
  { teams, revision, by, now }: { teams: readonly string[]; revision: string; by: string; now: Date },
): Promise<void> {
  if (teams.length === 0) return
  await tx
    .insertInto('change_request_team_reviewer')
    .values(
      teams.map((team_id) => ({
        organization_id: ref.organizationId,
        space_id: ref.spaceId,
        change_request_id: ref.changeRequestId,
        team_id,
        revision_id: revision,
        requested_by: by,
        created_at: now,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['organization_id', 'change_request_id', 'team_id'])
        .doUpdateSet({ revision_id: revision, requested_by: by, created_at: now }),
    )
    .execute()
}

/** False when no review was requested from the team. */
export async function removeTeamReviewer(
  tx: Tx,
  { organizationId, changeRequestId }: RequestRef,
  teamId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('change_request_team_reviewer')
    .where('organization_id', '=', organizationId)
    .where('change_request_id', '=', changeRequestId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Replaces all teams of a reviewer by the reviewer, and returns those teams. */
export async function replaceTeamsBy(
  tx: Tx,
  { organizationId, changeRequestId }: RequestRef,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ teamId: string }>`with taken as (
      delete from change_request_team_reviewer reviewer
      where organization_id = ${organizationId} and change_request_id = ${changeRequestId}
        and exists (select from team_member membership where membership.organization_id = ${organizationId}
          and membership.team_id = reviewer.team_id and membership.user_id = ${userId})
      returning *
    ), reviewing as (
      insert into change_request_reviewer
        (organization_id, space_id, change_request_id, user_id, revision_id, requested_by, created_at)
      select organization_id, space_id, change_request_id, ${userId}, revision_id, requested_by, created_at
      from taken order by created_at limit 1
      on conflict do nothing
    )
    select team_id as "teamId" from taken`.execute(tx)
  return rows.map(({ teamId }) => teamId)
}

/** Those of some people and of the members of some teams whose review is not requested, personally or through a team. */
export async function peopleWithoutRequest(
  tx: Tx,
  { organizationId, changeRequestId }: RequestRef,
  { users = [], teams = [] }: { readonly users?: readonly string[]; readonly teams?: readonly string[] },
): Promise<string[]> {
  if (users.length + teams.length === 0) return []
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from team_member
    where organization_id = ${organizationId} and team_id = any(${[...teams]})
    union select unnest(${[...users]}::text[])
    except (${requestedReviewers({ organizationId, changeRequestId })})`.execute(tx)
  return rows.map(({ userId }) => userId)
}

type AnyReviewerRow = ReviewerRow | TeamReviewerRow

/** One page of the requested people and teams, in the order of the requests, with their count. */
export async function requestedPage(
  db: Db,
  { organizationId, changeRequestId }: RequestRef,
  paging: Paging,
): Promise<Page<AnyReviewerRow> & { readonly count: number }> {
  const of = { organization_id: organizationId, change_request_id: changeRequestId }
  const requested = db
    .selectFrom('change_request_reviewer')
    .select(({ val }) => [
      'user_id as id',
      val<string | null>(null).as('team'),
      'revision_id as revision',
      'requested_by as requestedBy',
      'created_at as createdAt',
      'reminded_at as remindedAt',
    ])
    .where((is) => is.and(of))
    .unionAll(
      db
        .selectFrom('change_request_team_reviewer')
        .select(({ val }) => [
          'team_id as id',
          'team_id as team',
          'revision_id as revision',
          'requested_by as requestedBy',
          'created_at as createdAt',
          val<Date | null>(null).as('remindedAt'),
        ])
        .where((is) => is.and(of)),
    )
  const query = db.selectFrom(requested.as('requested'))
  const [{ rows, ...page }, countResult] = await Promise.all([
    pageOf(
      query
        .leftJoin('team', (on) =>
          on.on('team.organization_id', '=', organizationId).onRef('team.id', '=', 'requested.team'),
        )
        .selectAll('requested')
        .select('team.title'),
      { columns: ['requested.createdAt', 'requested.id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    query.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  const reviewers = rows.map(({ id, team, title, remindedAt, ...row }) =>
    team === null ? { ...row, userId: id, remindedAt } : { ...row, teamId: id, title: title ?? '' },
  )
  return { ...page, rows: reviewers, count: countResult?.count ?? 0 }
}
