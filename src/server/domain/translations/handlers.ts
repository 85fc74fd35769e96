import type { Paging } from '#contract/shared/paging.ts'
import { type SpaceTranslation, spaceTranslations } from '#contract/space-translations.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { machineTranslationOf } from '../../translating/configured-provider.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { presentChangeRequest } from '../change-requests/present.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { lockLibrary } from '../library-tree/queries.ts'
import { deleteMarks, markOf } from '../space-languages/queries.ts'
import { copySpace } from '../spaces/copy.ts'
import { presentSpace } from '../spaces/present.ts'
import { changeSpace, lockActiveSpace, spacesByIds, visibleSpace } from '../spaces/queries.ts'
import { changePage, confirmAll } from './confirm.ts'
import { createMachineDraft } from './machine-draft.ts'
import { markTranslation } from './marking.ts'
import { pageOfRows } from './page-of-rows.ts'
import { lockTranslation, translationsOf } from './page-queries.ts'
import {
  countsOf,
  type PageState,
  pageOfStates,
  pageStatesIn,
  pageStatesOf,
  presentPageState,
} from './page-states.ts'
import { translationTitle } from './rules.ts'
import { expectRoleInSource, visibleMark } from './source-access.ts'

export const spaceTranslationHandlers = handle(spaceTranslations, {
  async list(ctx, { params: { spaceId }, query }) {
    return listResponse(await translationPage(ctx, spaceId, query), (item) => item)
  },

  async create(ctx, { params: { spaceId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      const copyId = await copySpace(tx, ctx, spaceId)
      const source = await lockActiveSpace(tx, organizationId, spaceId)
      const title = body.title ?? translationTitle(source.title, body.language)
      await changeSpace(tx, organizationId, copyId, { title }, ctx.now())
      await markTranslation(tx, ctx, { id: copyId, title }, { ...body, source: spaceId })
      return answer(ctx, tx, copyId)
    })
  },

  async get(ctx, { params: { spaceId } }) {
    const { sourceSpaceId } = await visibleMark(ctx.db, ctx, spaceId)
    const [item] = await translationItems(ctx, sourceSpaceId, [spaceId])
    if (item === undefined) throw notFound('translation', spaceId)
    return item
  },

  async put(ctx, { params: { spaceId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      await lockLibrary(tx, organizationId)
      const space = await lockActiveSpace(tx, organizationId, spaceId)
      expectVersion(ctx, space.version)
      await expectRoleInSource(tx, ctx, body.source, 'edit')
      await markTranslation(tx, ctx, space, body)
      if (body.confirmed) await confirmAll(tx, ctx, { spaceId, sourceSpaceId: body.source })
      return answer(ctx, tx, spaceId)
    })
  },

  async delete(ctx, { params: { spaceId } }) {
    const { organizationId } = ctx.access
    await ctx.write(async (tx) => {
      await lockLibrary(tx, organizationId)
      const space = await lockActiveSpace(tx, organizationId, spaceId)
      expectVersion(ctx, space.version)
      const mark = await markOf(tx, organizationId, spaceId)
      if (mark === null) throw notFound('translation', spaceId)
      await deleteMarks(tx, organizationId, [spaceId])
      await changeSpace(tx, organizationId, spaceId, {}, ctx.now())
      await recordAuditEvents(tx, ctx, {
        action: 'space.translation',
        target: { type: 'space', id: spaceId, label: space.title },
        before: { source: mark.sourceSpaceId },
        after: { source: null },
      })
    })
    return undefined
  },

  async pages(ctx, { params: { spaceId }, query }) {
    const mark = await visibleMark(ctx.db, ctx, spaceId)
    const states = await pageStatesIn(ctx.db, ctx.access.organizationId, mark)
    return listResponse(pageOfStates(states, query), presentPageState)
  },

  async page(ctx, { params: { spaceId, pageId } }) {
    return presentPageState(await stateOfPage(ctx, ctx.db, spaceId, pageId))
  },

  async updatePage(ctx, { params: { spaceId, pageId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      // Concurrent changes of one translation wait for each other.
      const locked = await lockTranslation(tx, organizationId, spaceId)
      if (locked === undefined) throw notFound('translation', spaceId)
      const before = await stateOfPage(ctx, tx, spaceId, pageId)
      const translation = { spaceId, sourceSpaceId: locked.sourceSpaceId }
      if (body.source !== undefined || body.confirmed !== undefined)
        await changePage(tx, ctx, translation, before, body)
      return presentPageState(await stateOfPage(ctx, tx, spaceId, pageId))
    })
  },

  async translatePage(ctx, { params: { spaceId, pageId } }) {
    const { organizationId } = ctx.access
    const mark = await visibleMark(ctx.db, ctx, spaceId)
    const pages = await pageStatesIn(ctx.db, organizationId, mark)
    const id = await createMachineDraft(ctx, mark, pageIn(pages, pageId), pages)
    return presentChangeRequest(ctx, await changeRequestOf(ctx.db, { organizationId, spaceId }, id))
  },
})

async function stateOfPage(ctx: Context, db: Db | Tx, spaceId: string, pageId: string) {
  const mark = await visibleMark(db, ctx, spaceId)
  return pageIn(await pageStatesIn(db, ctx.access.organizationId, mark), pageId)
}

function pageIn(states: readonly PageState[], pageId: string) {
  const state = states.find((one) => one.page?.id === pageId)
  if (state?.page === undefined) throw notFound('page', pageId)
  return { ...state, page: state.page }
}

const answer = async (ctx: Context, db: Tx, spaceId: string) =>
  presentSpace(await visibleSpace(db, viewerOf(ctx), spaceId), ctx.urls, ctx.access.organizationRole)

/** One page of the translations of a space, in the order of their creation. */
async function translationPage(ctx: Context, sourceSpaceId: string, paging: Paging) {
  const all = await visibleTranslations(ctx, sourceSpaceId)
  const page = pageOfRows(all, paging, ({ createdAt, id }) => [createdAt.toISOString(), id])
  const ids = page.rows.map(({ id }) => id)
  return { ...page, rows: await translationItems(ctx, sourceSpaceId, ids) }
}

async function visibleTranslations(ctx: Context, sourceSpaceId: string) {
  const rows = await translationsOf(ctx.db, ctx.access.organizationId, sourceSpaceId)
  const ids = rows.map(({ id }) => id)
  const visible = new Set((await spacesByIds(ctx.db, viewerOf(ctx), ids)).map(({ id }) => id))
  return rows.filter(({ id }) => visible.has(id))
}

/** Translations of a space with their progress. */
async function translationItems(
  ctx: Context,
  sourceSpaceId: string,
  ids: readonly string[],
): Promise<SpaceTranslation[]> {
  if (ids.length === 0) return []
  const { organizationId } = ctx.access
  const [rows, [source], states] = await Promise.all([
    translationsOf(ctx.db, organizationId, sourceSpaceId),
    spacesByIds(ctx.db, viewerOf(ctx), [sourceSpaceId]),
    pageStatesOf(ctx.db, organizationId, sourceSpaceId, ids),
  ])
  return rows
    .filter(({ id }) => ids.includes(id))
    .map(({ id, title, language, settingsId }) => ({
      object: 'space-translation' as const,
      space: { id, title },
      source: { id: sourceSpaceId, title: source?.title ?? '' },
      language: language ?? 'en',
      ...(settingsId === null ? {} : { settings: settingsId }),
      machineTranslation: machineTranslationOf(ctx.config) !== undefined,
      pages: countsOf(states.get(id) ?? []),
    }))
}
