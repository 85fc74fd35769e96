import { type RawBuilder, sql } from 'kysely'

/** One page with what applies to it: its own settings, or else those of its space. */
export type FreshnessRow = {
  readonly organizationId: string
  readonly spaceId: string
  readonly spaceTitle: string
  readonly spaceEmoji: string | null
  readonly pageId: string
  readonly pageTitle: string
  readonly ownerId: string | null
  /** 0 for never. */
  readonly months: number
  readonly dueOn: string | null
  readonly isOverdue: boolean
  readonly ownOwnerId: string | null
  readonly ownMonths: number | null
  readonly ownDueOn: string | null
  readonly confirmationId: string | null
  readonly confirmedAt: Date | null
  readonly confirmedBy: string | null
  readonly confirmedDueOn: string | null
}

/** The columns of a `FreshnessRow` from `freshnessFrom`. */
export const freshnessColumns = (today: string) => sql`p.organization_id as "organizationId",
  p.space_id as "spaceId", s.title as "spaceTitle", s.emoji as "spaceEmoji", p.page_id as "pageId",
  p.title as "pageTitle", rule.owner_id as "ownerId", rule.months, ${dueOn}::text as "dueOn",
  coalesce(${isOverdue(today)}, false) as "isOverdue", own.owner_id as "ownOwnerId", own.months as "ownMonths",
  own.due_on::text as "ownDueOn", confirmed.id as "confirmationId", confirmed.confirmed_at as "confirmedAt",
  confirmed.confirmed_by as "confirmedBy", confirmed.due_on::text as "confirmedDueOn"`

/** Months are those of the calendar: one after 31 January is the last day of February. */
const dueOn = sql`coalesce(own.due_on, case when rule.months > 0 then
  (greatest(rule.since, (p.created_at at time zone 'UTC')::date, (confirmed.confirmed_at at time zone 'UTC')::date)
    + make_interval(months => rule.months))::date end)`

/** Whether the review date of a page is before a day such as `2026-11-27`. */
export const isOverdue = (today: string) => sql<boolean>`${dueOn} < ${today}::date`

/** The review date of a page, as a date. */
export const reviewDate: RawBuilder<unknown> = dueOn

/** Joins pages, from a query of their keys, to what applies to them. Pages in the trash are left out. */
export const freshnessFrom = (keys: RawBuilder<unknown>) => sql`from (${keys}) candidate
  join page p on p.organization_id = candidate.organization_id and p.space_id = candidate.space_id
    and p.page_id = candidate.page_id and p.type = 'document'
  join space s on s.organization_id = p.organization_id and s.id = p.space_id and s.deleted_at is null
  left join page_freshness own on own.organization_id = p.organization_id and own.space_id = p.space_id
    and own.page_id = p.page_id
  left join page_freshness general on general.organization_id = p.organization_id
    and general.space_id = p.space_id and general.page_id = ''
  left join lateral (
    select id, confirmed_at, confirmed_by, due_on from page_confirmation c
    where c.organization_id = p.organization_id and c.space_id = p.space_id and c.page_id = p.page_id
    order by c.confirmed_at desc, c.id desc limit 1
  ) confirmed on true
  cross join lateral (
    select coalesce(own.owner_id, general.owner_id) as owner_id, coalesce(own.months, general.months, 0) as months,
      case when own.months is null then general.since else own.since end as since
  ) rule`

/** The key of one page. */
export const keyOfPage = (organizationId: string, spaceId: string, pageId: string) =>
  sql`select ${organizationId}::text as organization_id, ${spaceId}::text as space_id, ${pageId}::text as page_id`

type Scope = { readonly organizationId?: string | undefined; readonly spaceId?: string | undefined }

/**
 * The keys of the pages that can be overdue: those with settings of their own, and all pages of spaces whose interval
 * has passed at least once.
 */
export const keysOfDuePages = ({ organizationId, spaceId }: Scope, today: string) => {
  const isInScope = sql`${organizationId === undefined ? sql`true` : sql`f.organization_id = ${organizationId}`}
    and ${spaceId === undefined ? sql`true` : sql`f.space_id = ${spaceId}`}`
  return sql`select f.organization_id, f.space_id, f.page_id from page_freshness f
      where ${isInScope} and f.page_id <> ''
    union
    select page.organization_id, page.space_id, page.page_id from page_freshness f
    join page on page.organization_id = f.organization_id and page.space_id = f.space_id
    where ${isInScope} and f.page_id = '' and f.months > 0
      and f.since + make_interval(months => f.months) < ${today}::date`
}
