import type { PageConfirmation, PageFreshness, SpaceFreshness } from '#contract/page-freshness.ts'
import type { User } from '#contract/users.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import type { FreshnessRow } from './due-queries.ts'
import type { ConfirmationRow } from './queries.ts'
import { settingsOf } from './rules.ts'

type PersonById = (id: string) => User

/** The people with some ids, read with one query. */
export async function peopleById(
  ctx: Context,
  db: Db | Tx,
  ids: readonly (string | null)[],
): Promise<PersonById> {
  const people = await authorsByIds(db, ctx.access.organizationId, ids)
  return (id) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)
}

/** Pages with their owners and review dates, for someone who can edit those in `canEdit`. */
export async function presentFreshness<R extends FreshnessRow>(
  ctx: Context,
  db: Db | Tx,
  rows: readonly R[],
  canEdit: (row: R) => boolean,
): Promise<PageFreshness[]> {
  const ids = rows.flatMap(({ ownerId, confirmedBy }) => [ownerId, confirmedBy])
  const person = await peopleById(ctx, db, ids)
  return rows.map((row) => presentPage(row, person, canEdit(row)))
}

function presentPage(row: FreshnessRow, person: PersonById, canEdit: boolean): PageFreshness {
  const { spaceEmoji, ownerId, months, dueOn } = row
  const last = confirmationIn(row)
  return {
    object: 'page-freshness',
    page: { id: row.pageId, title: row.pageTitle },
    space: { id: row.spaceId, title: row.spaceTitle, ...(spaceEmoji === null ? {} : { emoji: spaceEmoji }) },
    ...(ownerId === null ? {} : { owner: person(ownerId) }),
    ...(months === 0 ? {} : { interval: months }),
    ...(dueOn === null ? {} : { dueOn }),
    overdue: row.isOverdue,
    settings: settingsOf({ ownerId: row.ownOwnerId, months: row.ownMonths, dueOn: row.ownDueOn }),
    ...(last === undefined ? {} : { lastConfirmation: presentConfirmation(last, person) }),
    permissions: { edit: canEdit },
  }
}

function confirmationIn(row: FreshnessRow): ConfirmationRow | undefined {
  const { confirmationId: id, confirmedAt, confirmedBy, confirmedDueOn } = row
  if (id === null || confirmedAt === null || confirmedBy === null) return undefined
  return { id, confirmedAt, confirmedBy, dueOn: confirmedDueOn }
}

/** Who confirmed a page, and when. */
export const presentConfirmation = (
  { id, confirmedAt, confirmedBy, dueOn }: ConfirmationRow,
  person: PersonById,
): PageConfirmation => ({
  object: 'page-confirmation',
  id,
  confirmedAt: confirmedAt.toISOString(),
  confirmedBy: person(confirmedBy),
  ...(dueOn === null ? {} : { dueOn }),
})

/** The owner and interval of a space. */
export async function presentSpaceFreshness(
  ctx: Context,
  db: Db | Tx,
  row: { readonly ownerId: string | null; readonly months: number | null } | undefined,
): Promise<SpaceFreshness> {
  const { ownerId = null, months = null } = row ?? {}
  const person = await peopleById(ctx, db, [ownerId])
  return {
    object: 'space-freshness',
    ...(ownerId === null ? {} : { owner: person(ownerId) }),
    ...(months === null ? {} : { interval: months }),
  }
}
