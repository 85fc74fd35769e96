import { sql } from 'kysely'
import type { AutomaticFollow } from '#contract/follows.ts'
import { type Db, prepared, type Tx } from '../db/client.ts'
import type { FollowedObject } from './event.ts'

type Automatic = {
  readonly organizationId: string
  readonly spaceId: string
  readonly users: readonly string[]
  readonly objects: readonly FollowedObject[]
  readonly because: AutomaticFollow
  readonly now: Date
}

/** What someone already follows or mutes stays as it is. */
export async function followAutomatically(
  tx: Tx,
  { organizationId, spaceId, users, objects, because, now }: Automatic,
): Promise<void> {
  if (users.length === 0 || objects.length === 0) return
  await sql`${prepared}insert into follow (organization_id, object_kind, object_id, user_id, space_id, state, automatic, created_at)
    select ${organizationId}, object.kind, object.id, m.user_id, ${spaceId}, 'following', ${because}, ${now}
    from member m
    cross join unnest(${objects.map(({ kind }) => kind)}::text[], ${objects.map(({ id }) => id)}::text[])
      as object (kind, id)
    left join notification_settings own on own.organization_id = m.organization_id and own.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = any(${users}::text[])
      and not coalesce(${because} = any(own.follow_off), false)
    order by object.kind, object.id, m.user_id
    on conflict do nothing`.execute(tx)
}

export type FollowRow = FollowedObject & {
  readonly userId: string
  readonly state: 'following' | 'muted'
  readonly automatic: AutomaticFollow | null
}

const followRows = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('follow')
    .select([
      'object_kind as kind',
      'object_id as id',
      'user_id as userId',
      'state',
      'automatic as automatic',
    ])
    .where('organization_id', '=', organizationId)

/** Everyone who follows or mutes one of some objects, up to `limit`. */
export const followsOf = (
  db: Db | Tx,
  organizationId: string,
  objects: readonly FollowedObject[],
  limit: number,
): Promise<FollowRow[]> =>
  objects.length === 0
    ? Promise.resolve([])
    : followRows(db, organizationId)
        .where(({ or, and, eb }) =>
          or(objects.map(({ kind, id }) => and([eb('object_kind', '=', kind), eb('object_id', '=', id)]))),
        )
        .orderBy('object_kind')
        .orderBy('object_id')
        .orderBy('user_id')
        .limit(limit)
        .execute()

/** Whether a person follows or mutes an object; undefined for neither. */
export const followBy = (
  db: Db | Tx,
  organizationId: string,
  userId: string,
  { kind, id }: FollowedObject,
): Promise<FollowRow | undefined> =>
  followRows(db, organizationId)
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

type Chosen = FollowedObject & {
  readonly organizationId: string
  readonly spaceId: string
  readonly userId: string
  readonly now: Date
}

/** Follows or mutes an object by choice. */
export const putFollow = (
  tx: Tx,
  { organizationId, spaceId, userId, kind, id, now }: Chosen,
  state: 'following' | 'muted',
) =>
  tx
    .insertInto('follow')
    .values({
      organization_id: organizationId,
      object_kind: kind,
      object_id: id,
      user_id: userId,
      space_id: spaceId,
      state,
      created_at: now,
    })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'object_kind', 'object_id', 'user_id'])
        .doUpdateSet({ state, automatic: null, space_id: spaceId }),
    )
    .execute()

export const deleteFollow = (tx: Tx, { organizationId, userId, kind, id }: Chosen) =>
  tx
    .deleteFrom('follow')
    .where('organization_id', '=', organizationId)
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .where('user_id', '=', userId)
    .execute()

export async function countFollows(db: Db | Tx, organizationId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follow')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
