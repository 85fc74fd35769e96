import { sql } from 'kysely'
import { asJson, type Tx } from '../../db/client.ts'
import { type MovedAddress, movedAddresses } from './structure/addresses.ts'
import type { SiteRow, Structure } from './structure/structure.ts'

export type WriteOptions = {
  readonly now: Date
  /** Whether former addresses redirect to the new ones. */
  readonly redirect?: boolean
}

/**
 * Writes the rows of a locked site that differ between two structures. Stores former addresses, and updates the
 * visibility of spaces that were added or removed.
 */
export async function writeStructure(
  tx: Tx,
  before: Structure,
  after: Structure,
  { now, redirect = true }: WriteOptions,
): Promise<void> {
  const { organizationId, id: siteId } = before.site
  const at = { organization_id: organizationId, site_id: siteId }
  const groups = differenceOf(before.groups, after.groups)
  const sections = differenceOf(before.sections, after.sections)
  const siteSpaces = differenceOf(before.siteSpaces, after.siteSpaces)
  const size = [groups, sections, siteSpaces].reduce((sum, one) => sum + one.size, 0)
  // Between the statements, rows may violate uniqueness or refer to deleted rows.
  if (size > 1) await sql`set constraints ${sql.raw(constraints.join(', '))} deferred`.execute(tx)
  await deleteRows(tx, organizationId, 'site_space', siteSpaces.removed)
  await writeRows(tx, 'site_section_group', groups, groupColumns, at, now)
  await writeRows(tx, 'site_section', sections, sectionColumns, at, now)
  await writeRows(tx, 'site_space', siteSpaces, siteSpaceColumns, at, now)
  await deleteRows(tx, organizationId, 'site_section', sections.removed)
  await deleteRows(tx, organizationId, 'site_section_group', groups.removed)
  await writeSite(tx, before.site, after.site, now)
  if (size > 1) await sql`set constraints ${sql.raw(constraints.join(', '))} immediate`.execute(tx)
  if (redirect) await insertMovedAddresses(tx, after.site, movedAddresses(before, after), now)
  await syncSpaceVisibility(tx, organizationId, addedOrRemovedSpaces(before, after))
}

const constraints = [
  'site_section_group_in_order',
  'site_section_by_path',
  'site_section_in_order',
  'site_section_in_group',
  'site_space_by_path',
  'site_space_in_order',
  'site_space_once',
  'site_space_in_section',
]

type Row = { readonly id: string }
type RowDifference<T> = {
  readonly added: readonly T[]
  readonly changed: readonly T[]
  readonly removed: readonly string[]
  readonly size: number
}

function differenceOf<T extends Row>(before: readonly T[], after: readonly T[]): RowDifference<T> {
  if (before === after) return { added: [], changed: [], removed: [], size: 0 }
  const was = new Map(before.map((row) => [row.id, row]))
  const is = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !was.has(id))
  const changed = after.filter((row) => {
    const then = was.get(row.id)
    return then !== undefined && then !== row && JSON.stringify(then) !== JSON.stringify(row)
  })
  const removed = before.flatMap(({ id }) => (is.has(id) ? [] : [id]))
  return { added, changed, removed, size: added.length + changed.length + removed.length }
}

type Columns = Readonly<Record<string, { readonly type: 'text' | 'integer'; readonly member: string }>>

const text = (member: string) => ({ type: 'text' as const, member })
const version = { type: 'integer' as const, member: 'version' }

const groupColumns: Columns = {
  order_key: text('orderKey'),
  title: text('title'),
  icon: text('icon'),
  version,
}
const sectionColumns: Columns = {
  group_id: text('groupId'),
  order_key: text('orderKey'),
  title: text('title'),
  description: text('description'),
  path: text('path'),
  icon: text('icon'),
  condition: text('condition'),
  default_site_space_id: text('defaultSiteSpaceId'),
  version,
}
const siteSpaceColumns: Columns = {
  section_id: text('sectionId'),
  space_id: text('spaceId'),
  order_key: text('orderKey'),
  path: text('path'),
  condition: text('condition'),
  version,
}

type SiteKey = { readonly organization_id: string; readonly site_id: string }

/** Updates changed rows, then inserts added ones, each in one statement. */
async function writeRows<T extends Row>(
  tx: Tx,
  table: 'site_section_group' | 'site_section' | 'site_space',
  { added, changed }: RowDifference<T>,
  columns: Columns,
  at: SiteKey,
  now: Date,
): Promise<void> {
  const names = Object.keys(columns)
  const recordset = (rows: readonly T[]) => {
    const records = rows.map((row) => ({
      id: row.id,
      ...Object.fromEntries(names.map((name) => [name, row[(columns[name]?.member ?? '') as keyof T]])),
    }))
    const typed = names.map((name) => `${name} ${columns[name]?.type}`)
    return sql`jsonb_to_recordset(${asJson(records)}::jsonb) as input (id text, ${sql.raw(typed.join(', '))})`
  }
  const list = sql.raw(names.join(', '))
  const from = sql.raw(names.map((name) => `input.${name}`).join(', '))
  if (changed.length > 0) {
    await sql`update ${sql.table(table)} set (${list}, updated_at) = (${from}, ${now}) from ${recordset(changed)}
      where ${sql.table(table)}.organization_id = ${at.organization_id} and ${sql.table(table)}.id = input.id`.execute(
      tx,
    )
  }
  if (added.length > 0) {
    await sql`insert into ${sql.table(table)} (organization_id, site_id, id, ${list}, created_at, updated_at)
      select ${at.organization_id}, ${at.site_id}, input.id, ${from}, ${now}, ${now} from ${recordset(added)}`.execute(
      tx,
    )
  }
}

async function deleteRows(
  tx: Tx,
  organizationId: string,
  table: 'site_section_group' | 'site_section' | 'site_space',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}
    and id = any(${ids}::text[])`.execute(tx)
}

async function writeSite(tx: Tx, before: SiteRow, after: SiteRow, now: Date): Promise<void> {
  const isSame =
    before.defaultSectionId === after.defaultSectionId &&
    before.defaultSiteSpaceId === after.defaultSiteSpaceId &&
    before.published === after.published
  if (isSame) return
  await tx
    .updateTable('site')
    .set({
      default_section_id: after.defaultSectionId,
      default_site_space_id: after.defaultSiteSpaceId,
      published: after.published,
      version: after.version,
      updated_at: now,
    })
    .where('organization_id', '=', after.organizationId)
    .where('id', '=', after.id)
    .execute()
}

function addedOrRemovedSpaces(before: Structure, after: Structure): readonly string[] {
  if (before.siteSpaces === after.siteSpaces) return []
  const was = new Set(before.siteSpaces.map(({ spaceId }) => spaceId))
  const is = new Set(after.siteSpaces.map(({ spaceId }) => spaceId))
  return [...was, ...is].filter((id) => !(was.has(id) && is.has(id)))
}

/**
 * Sets the visibility of spaces to the widest one of the sites that show them. Without a site they are private, or
 * visible with their collection.
 */
export async function syncSpaceVisibility(
  tx: Tx,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return
  await sql`update space set visibility = computed.visibility
    from (
      select s.id, coalesce((
        select site.visibility from site_space shown
        join site on site.organization_id = shown.organization_id and site.id = shown.site_id
        where shown.organization_id = s.organization_id and shown.space_id = s.id
        order by array_position(array['public', 'unlisted', 'share-link', 'visitor-auth'], site.visibility) limit 1
      ), case when s.parent_id is null then 'private' else 'in-collection' end) as visibility
      from space s where s.organization_id = ${organizationId} and s.id = any(${spaceIds})
    ) computed
    where space.organization_id = ${organizationId} and space.id = computed.id
      and space.visibility is distinct from computed.visibility`.execute(tx)
}

async function insertMovedAddresses(
  tx: Tx,
  site: SiteRow,
  moved: readonly MovedAddress[],
  now: Date,
): Promise<void> {
  if (moved.length === 0) return
  await tx
    .insertInto('moved_address')
    .values(
      moved.map(({ address, siteSpaceId }) => ({
        organization_id: site.organizationId,
        site_id: site.id,
        address,
        site_space_id: siteSpaceId,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id', 'address']).doUpdateSet((set) => ({
        site_space_id: set.ref('excluded.site_space_id'),
        created_at: set.ref('excluded.created_at'),
      })),
    )
    .execute()
}
