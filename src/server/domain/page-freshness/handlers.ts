import { type PageFreshness, pageFreshnessRoutes } from '#contract/page-freshness.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import { rankOf } from '../../auth/grants.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { membersAmong } from '../merge-rules/queries.ts'
import { notifySoon } from './notify.ts'
import { peopleById, presentConfirmation, presentFreshness, presentSpaceFreshness } from './present.ts'
import { confirmationsOf, freshnessOfPage, freshnessOfSpace, overduePages } from './queries.ts'
import { beginsInterval, changedSettings, dayOf, type StoredSettings, settingsOf } from './rules.ts'
import {
  confirmationExists,
  deleteConfirmation,
  forgetNotified,
  insertConfirmation,
  latestConfirmation,
  lockSettings,
  settleNotifications,
  storeSettings,
} from './write-queries.ts'

/** Stands for all pages of a space. */
const ALL_PAGES = ''

export const pageFreshnessHandlers = handle(pageFreshnessRoutes, {
  async getForSpace(ctx, { params }) {
    const row = await freshnessOfSpace(ctx.db, refOf(ctx, params.spaceId))
    return presentSpaceFreshness(ctx, ctx.db, row)
  },

  async updateForSpace(ctx, { params: { spaceId }, body }) {
    const at = refOf(ctx, spaceId)
    return ctx.write(async (tx) => {
      await changeSettings(tx, ctx, { ...at, pageId: ALL_PAGES }, body)
      return presentSpaceFreshness(ctx, tx, await freshnessOfSpace(tx, at))
    })
  },

  async get(ctx, { params: { spaceId, pageId } }) {
    return answer(ctx, ctx.db, refOf(ctx, spaceId), pageId)
  },

  async update(ctx, { params: { spaceId, pageId }, body }) {
    const at = refOf(ctx, spaceId)
    return ctx.write(async (tx) => {
      const { pageTitle } = await freshnessOfPage(tx, at, pageId, todayOf(ctx))
      await changeSettings(tx, ctx, { ...at, pageId, pageTitle }, body)
      return answer(ctx, tx, at, pageId)
    })
  },

  async confirm(ctx, { params: { spaceId, pageId } }) {
    const at = refOf(ctx, spaceId)
    return ctx.write(async (tx) => {
      const { pageTitle, dueOn, settings } = await lockPage(tx, ctx, at, pageId)
      await storeSettings(tx, at, pageId, { ...settings, dueOn: null })
      await forgetNotified(tx, at, pageId)
      const confirmation = { id: ctx.newId(), at: ctx.now(), by: ctx.caller.userId }
      await insertConfirmation(tx, at, pageId, { ...confirmation, dueOn, chosenDueOn: settings.dueOn })
      await settleNotifications(tx, ctx.now(), todayOf(ctx), at)
      const confirmed = await answer(ctx, tx, at, pageId)
      await recordAuditEvents(tx, ctx, {
        action: 'space.confirm-page',
        target: { type: 'space', id: spaceId, label: confirmed.space.title },
        before: { dueOn },
        after: { dueOn: confirmed.dueOn ?? null, page: pageId, pageTitle },
      })
      return confirmed
    })
  },

  async listConfirmations(ctx, { params: { spaceId, pageId }, query }) {
    const at = refOf(ctx, spaceId)
    await freshnessOfPage(ctx.db, at, pageId, todayOf(ctx))
    const page = await confirmationsOf(ctx.db, at, pageId, query)
    const ids = page.rows.map(({ confirmedBy }) => confirmedBy)
    const person = await peopleById(ctx, ctx.db, ids)
    return listResponse(page, (row) => presentConfirmation(row, person))
  },

  async deleteConfirmation(ctx, { params: { spaceId, pageId, confirmationId } }) {
    const at = refOf(ctx, spaceId)
    await ctx.write(async (tx) => {
      const { pageTitle, dueOn, spaceTitle, settings } = await lockPage(tx, ctx, at, pageId)
      if (!(await confirmationExists(tx, at, pageId, confirmationId)))
        throw notFound('confirmation', confirmationId)
      const latest = await latestConfirmation(tx, at, pageId)
      if (latest?.id !== confirmationId)
        throw new DomainError('invalid_state', 'Someone has confirmed the page again since then')
      await deleteConfirmation(tx, at, pageId, confirmationId)
      await storeSettings(tx, at, pageId, { ...settings, dueOn: settings.dueOn ?? latest.chosenDueOn })
      await notifySoon(tx, ctx, at)
      await recordAuditEvents(tx, ctx, {
        action: 'space.unconfirm-page',
        target: { type: 'space', id: spaceId, label: spaceTitle },
        before: { dueOn },
        after: {
          dueOn: (await freshnessOfPage(tx, at, pageId, todayOf(ctx))).dueOn,
          page: pageId,
          pageTitle,
        },
      })
    })
    return undefined
  },

  async listOverdue(ctx, { query }) {
    const page = await overduePages(ctx.db, viewerOf(ctx), query, todayOf(ctx))
    const items = await presentFreshness(ctx, ctx.db, page.rows, ({ rank }) => rank >= rankOf('edit'))
    return { ...(page.next ? { next: page.next } : {}), count: page.count, items }
  },
})

const refOf = (ctx: Context, spaceId: string): SpaceRef => ({
  organizationId: ctx.access.organizationId,
  spaceId,
})

const todayOf = (ctx: Context): string => dayOf(ctx.now())

/** The page once no one else can change its settings. @throws {DomainError} `not_found` */
async function lockPage(tx: Tx, ctx: Context, at: SpaceRef, pageId: string) {
  const today = todayOf(ctx)
  await freshnessOfPage(tx, at, pageId, today)
  const settings = await lockSettings(tx, at, pageId, today)
  return { ...(await freshnessOfPage(tx, at, pageId, today)), settings }
}

async function answer(ctx: Context, db: Db | Tx, at: SpaceRef, pageId: string): Promise<PageFreshness> {
  const row = await freshnessOfPage(db, at, pageId, todayOf(ctx))
  const [page] = await presentFreshness(ctx, db, [row], () => isAtLeast(ctx.access.role, 'edit'))
  if (page === undefined) throw notFound('page', pageId)
  return page
}

type Target = SpaceRef & { readonly pageId: string; readonly pageTitle?: string }

async function changeSettings(
  tx: Tx,
  ctx: Context,
  { pageId, pageTitle, ...at }: Target,
  changes: Parameters<typeof changedSettings>[1],
): Promise<void> {
  const before = await lockSettings(tx, at, pageId, todayOf(ctx))
  const after = changedSettings(before, changes)
  const changed = difference(settingsOf(before), settingsOf(after))
  if (changed === null) return
  if (after.ownerId !== before.ownerId) await expectMember(tx, at.organizationId, after)
  const since = beginsInterval(before, after) ? { since: todayOf(ctx) } : {}
  await storeSettings(tx, at, pageId, { ...after, ...since })
  await settleNotifications(tx, ctx.now(), todayOf(ctx), at)
  await notifySoon(tx, ctx, at)
  await recordAuditEvents(tx, ctx, {
    action: 'space.freshness',
    target: { type: 'space', id: at.spaceId },
    before: changed.before,
    after: { ...changed.after, ...(pageId === ALL_PAGES ? {} : { page: pageId, pageTitle }) },
  })
}

/** @throws {DomainError} `validation` for an owner who is not a member */
async function expectMember(tx: Tx, organizationId: string, { ownerId }: StoredSettings): Promise<void> {
  if (ownerId === null || (await membersAmong(tx, organizationId, [ownerId])).has(ownerId)) return
  throw invalid([{ path: ['body', 'owner'], message: 'The owner has to be a member of the organization' }])
}
