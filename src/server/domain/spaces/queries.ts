import { type RawBuilder, sql } from 'kysely'
import type { MergeRule } from '#contract/merge-rules.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { collectionAccess, roleOfRank, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { type Db, prepared, type Tx, writes } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'
import type { GitSync, SpaceTable, StoredLevel } from '../../db/tables/people.ts'
import { notFound } from '../../errors.ts'
import type { AuditActor, AuditEventInput } from '../audit-events/record.ts'
import { recordedIf } from '../audit-events/record-queries.ts'
import { editorColumn, editorJoin } from '../users/people-queries.ts'
import type { UserRow } from '../users/present.ts'

/** A space as the viewer sees it. */
export type SpaceRow = {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly orderKey: string
  readonly title: string
  readonly emoji: string | null
  readonly icon: string | null
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private'
  readonly editMode: 'live' | 'locked'
  readonly revisionId: string
  readonly language: string | null
  /** The space it translates. */
  readonly sourceSpaceId: string | null
  readonly translationSettingsId: string | null
  readonly comments: number
  readonly changeRequests: number
  readonly changeRequestsOpen: number
  readonly changeRequestsDraft: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Who changed it last; null if it was the service or an account that was deleted. */
  readonly updatedBy: UserRow | null
  readonly deletedAt: Date | null
  /** The git repository it was last imported from. */
  readonly gitSync: GitSync | null
  /** The rules set at the space; null or empty for none. */
  readonly mergeRules: readonly MergeRule[] | null
  /** The default level in force, and where it comes from. */
  readonly level: Role | null
  readonly levelFrom: { readonly type: 'space' | 'collection' | 'organization'; readonly id: string }
  /** The viewer's effective role. */
  readonly role: Role | null
  /** The published site that shows it: its basename and the path of the space there. */
  readonly publishedAt: { readonly basename: string; readonly path: string } | null
}

export type RawSpace = Omit<SpaceRow, 'level' | 'levelFrom' | 'role' | 'publishedAt'> & {
  readonly basename: string | null
  readonly sitePath: string | null
}

type Raw = RawSpace & {
  readonly levelRank: number
  readonly fromKind: 'space' | 'collection' | 'organization'
  readonly fromId: string
  readonly rank: number
}

/** The columns of a row `s` of space, `mark` of space_translation, and `editor` of user_account. */
export const columns = sql`s.id, s.organization_id as "organizationId", s.parent_id as "parentId", s.order_key as "orderKey",
  s.title, s.emoji, s.icon, s.visibility, s.edit_mode as "editMode", s.revision_id as "revisionId", s.language,
  mark.source_space_id as "sourceSpaceId", mark.settings_id as "translationSettingsId", s.comments,
  s.change_requests as "changeRequests", s.change_requests_open as "changeRequestsOpen",
  s.change_requests_draft as "changeRequestsDraft", s.version, s.created_at as "createdAt",
  s.updated_at as "updatedAt", ${editorColumn} as "updatedBy", s.deleted_at as "deletedAt",
  s.git_sync as "gitSync", (select rules from merge_rules where merge_rules.organization_id = s.organization_id
    and merge_rules.space_id = s.id) as "mergeRules"`

/** The first published site that shows the space. Default sections and default spaces have no path of their own. */
export const published = sql`left join lateral (
    select site.basename, concat_ws('/', 
      case when section.id is null or section.id = site.default_section_id then null else section.path end,
      case when shown.id = coalesce(section.default_site_space_id, site.default_site_space_id) then null
        else shown.path end) as path
    from site_space shown
    join site on site.organization_id = shown.organization_id and site.id = shown.site_id and site.published
    left join site_section section on section.organization_id = shown.organization_id and section.id = shown.section_id
    where shown.organization_id = s.organization_id and shown.space_id = s.id
    order by shown.created_at, shown.id limit 1
  ) on_site on true`

function rowOf({ levelRank, fromKind, fromId, rank, basename, sitePath, ...rest }: Raw): SpaceRow {
  return {
    ...rest,
    level: roleOfRank(levelRank),
    levelFrom: { type: fromKind, id: fromId },
    role: roleOfRank(rank),
    publishedAt: basename === null ? null : { basename, path: sitePath ?? '' },
  }
}

type Selection = {
  readonly where: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  readonly limit?: number
}

/** The spaces of a selection that a viewer may see; the access rule is part of the query. */
async function visibleSpaces(db: Db | Tx, viewer: Viewer, selection: Selection): Promise<SpaceRow[]> {
  const { organizationId, userId, membership } = viewer
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<Raw>`${collectionAccess(organizationId, userId, membership)}
    select ${columns}, ${access.level} as "levelRank", ${access.fromKind} as "fromKind", ${access.fromId} as "fromId",
      ${access.rank} as rank, on_site.basename, on_site.path as "sitePath"
    from space s ${access.joins} ${published}
    left join space_translation mark on mark.organization_id = s.organization_id and mark.space_id = s.id
    ${editorJoin(sql`s`)}
    where s.organization_id = ${organizationId} and ${selection.where} and ${access.rank} > 0
    ${selection.order ?? sql``} ${selection.limit === undefined ? sql`` : sql`limit ${selection.limit}`}`.execute(
    db,
  )
  return rows.map(rowOf)
}

async function countVisibleSpaces(db: Db, viewer: Viewer, where: RawBuilder<unknown>): Promise<number> {
  const { organizationId, userId, membership } = viewer
  if (membership.role === 'admin') {
    const { rows } = await sql<{ count: number }>`select count(*) as count from space s
      where s.organization_id = ${organizationId} and ${where}`.execute(db)
    return rows[0]?.count ?? 0
  }
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<{ count: number }>`${collectionAccess(organizationId, userId, membership)}
    select count(*) as count from space s ${access.joins}
    where s.organization_id = ${organizationId} and ${where} and ${access.rank} > 0`.execute(db)
  return rows[0]?.count ?? 0
}

const isActive = sql`s.deleted_at is null`

const orders = {
  createdAt: { column: sql`s.created_at`, keyOf: ({ createdAt }) => createdAt },
  updatedAt: { column: sql`s.updated_at`, keyOf: ({ updatedAt }) => updatedAt, isBackwards: true },
} satisfies Record<string, Ordering>

/** One page of the spaces a viewer may see with their count, oldest or most recently updated first. */
export const spacePage = (
  db: Db,
  viewer: Viewer,
  paging: Paging & { readonly orderBy?: keyof typeof orders },
): Promise<SpacePage> => pageBy(db, viewer, paging, isActive, orders[paging.orderBy ?? 'createdAt'])

/** One page of the spaces directly in a collection, in order. */
export const spacesOfCollection = (
  db: Db,
  viewer: Viewer,
  collectionId: string,
  paging: Paging,
): Promise<SpacePage> =>
  pageBy(db, viewer, paging, sql`${isActive} and s.parent_id = ${collectionId}`, {
    column: sql`s.order_key`,
    keyOf: ({ orderKey }) => orderKey,
  })

/** One page of the spaces deleted after `since`, most recent first. */
export async function trashPage(db: Db, viewer: Viewer, paging: Paging, since: Date): Promise<SpacePage> {
  const { membership } = viewer
  const rank = spaceAccess(viewer.organizationId, membership).rank
  const where = sql`s.deleted_at > ${since} and ${membership.role === 'admin' ? sql`true` : sql`${rank} >= 5`}`
  return pageBy(db, viewer, paging, where, {
    column: sql`s.deleted_at`,
    keyOf: ({ deletedAt }) => deletedAt,
    isBackwards: true,
  })
}

type SpacePage = Page<SpaceRow> & { readonly count: number }

type Ordering = {
  readonly column: RawBuilder<unknown>
  readonly keyOf: (row: SpaceRow) => Date | string | null
  readonly isBackwards?: boolean
}

async function pageBy(
  db: Db,
  viewer: Viewer,
  paging: Paging,
  where: RawBuilder<unknown>,
  by: Ordering,
): Promise<SpacePage> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const after = paging.page === undefined ? null : decodeCursor(paging.page, 2)
  const [sign, direction] = by.isBackwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const from =
    after === null ? where : sql`${where} and (${by.column}, s.id) ${sign} (${after[0]}, ${after[1]})`
  const order = sql`order by ${by.column} ${direction}, s.id ${direction}`
  const [rows, count] = await Promise.all([
    limit === 0 ? [] : visibleSpaces(db, viewer, { where: from, order, limit: limit + 1 }),
    countVisibleSpaces(db, viewer, where),
  ])
  return { ...pageFromRows(rows, limit, (row) => [by.keyOf(row), row.id]), count }
}

/** The spaces with these ids that the viewer may see, in no particular order. */
export const spacesByIds = (db: Db | Tx, viewer: Viewer, ids: readonly string[]): Promise<SpaceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : visibleSpaces(db, viewer, { where: sql`${isActive} and s.id = any(${ids})` })

/** One space as a viewer sees it, in the trash or not. */
export async function visibleSpace(db: Db | Tx, viewer: Viewer, id: string): Promise<SpaceRow> {
  const [row] = await visibleSpaces(db, viewer, { where: sql`s.id = ${id}` })
  if (row === undefined) throw notFound('space', id)
  return row
}

/** Locks a space until the transaction ends. */
export async function lockSpace(tx: Tx, organizationId: string, id: string) {
  const row = await tx
    .selectFrom('space')
    .select([
      'id',
      'parent_id as parentId',
      'order_key as orderKey',
      'title',
      'version',
      'updated_at as updatedAt',
      'deleted_at as deletedAt',
      'revision_id as revisionId',
      'emoji',
      'icon',
      'edit_mode as editMode',
      'visibility',
      'language',
      'default_level as defaultLevel',
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound('space', id)
  return row
}

/** A space as it is stored. */
export type StoredSpace = Awaited<ReturnType<typeof lockSpace>>

export type NewSpace = {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly orderKey: string
  readonly title: string
  readonly emoji: string | null
  readonly icon?: string | null
  readonly editMode?: 'live' | 'locked'
  readonly visibility?: SpaceRow['visibility']
  readonly defaultLevel?: StoredLevel
  readonly language?: string | null
  readonly revisionId: string
  readonly now: Date
}

const newRow = (space: NewSpace): RawBuilder<unknown> => sql`
  insert into space (id, organization_id, parent_id, order_key, title, emoji, icon, edit_mode, visibility, default_level,
    language, revision_id, created_at, updated_at, updated_by)
  values (${space.id}, ${space.organizationId}, ${space.parentId}, ${space.orderKey}, ${space.title}, ${space.emoji},
    ${space.icon ?? null}, ${space.editMode ?? 'live'}, ${space.visibility ?? 'private'},
    ${space.defaultLevel ?? 'inherit'}, ${space.language ?? null}, ${space.revisionId}, ${space.now}, ${space.now},
    (select created_by from revision where organization_id = ${space.organizationId} and id = ${space.revisionId}))`

/** Stores a new space, whose first revision the content store has created. */
export const insertSpace = (tx: Tx, space: NewSpace) => newRow(space).execute(tx)

/** The same, with the audit event in one statement. */
export const insertRecordedSpace = (tx: Tx, space: NewSpace, by: AuditActor, event: AuditEventInput) =>
  sql`${prepared}${writes}with created as (${newRow(space)} returning id)
    ${recordedIf(sql`created`, by, event)}`.execute(tx)

export type SpaceChange = Partial<
  Pick<SpaceTable, 'title' | 'order_key'> & {
    emoji: string | null
    icon: string | null
    edit_mode: 'live' | 'locked'
    visibility: SpaceRow['visibility']
    default_level: StoredLevel
    language: string | null
    parent_id: string | null
    updated_by: string
    deleted_at: Date | null
    deleted_by: string | null
  }
>

/** Updates the settings or position of a space and increments its version. */
export const changeSpace = (tx: Tx, organizationId: string, id: string, change: SpaceChange, now: Date) =>
  tx
    .updateTable('space')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/**
 * Locks a space unless it was moved to the trash after the request was authorized.
 * @throws {DomainError} `not_found`
 */
export async function lockActiveSpace(tx: Tx, organizationId: string, spaceId: string) {
  const space = await lockSpace(tx, organizationId, spaceId)
  if (space.deletedAt !== null) throw notFound('space', spaceId)
  return space
}
