import { revisions } from '#contract/revisions.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/shared/paging.ts'
import { type Content, contentOf } from '../../content/read.ts'
import { revisionAt } from '../../content/revision-rows.ts'
import { rollBack } from '../../content/roll-back.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { compareRoots } from '../revision-content/comparison.ts'
import {
  fileIn,
  fileListOf,
  metaLinksOf,
  pageAt,
  pageDocumentOf,
  pageOf,
  pagesOf,
  variablesOf,
} from '../revision-content/reading.ts'
import { reusableDocumentIn, reusableIn } from '../revision-content/reusable-contents.ts'
import { reusableListOf } from '../revision-content/reusable-list.ts'
import { changesForVisitor } from '../site-reading/visitor-changes.ts'
import { forCaller } from '../site-reading/visitor-content.ts'
import { lockSpace } from '../spaces/queries.ts'
import { confirmationsBy } from './confirmations.ts'
import { mergedInto, presentRevisions, revisionWithContent } from './present.ts'
import { revisionPage } from './queries.ts'
import { summariesOf } from './summaries.ts'

type Path = { readonly spaceId: string; readonly revisionId: string }

export const revisionHandlers = handle(revisions, {
  async list(ctx, { params: { spaceId }, query }) {
    const { limit = DEFAULT_PAGE_SIZE } = query
    const page = query.summary ? { ...query, limit: Math.min(limit, DEFAULT_PAGE_SIZE) } : query
    const { rows, next, count } = await revisionPage(ctx.db, at(ctx, spaceId), page)
    const confirmations = await confirmationsBy(ctx, at(ctx, spaceId), rows)
    // Visitors of a site don’t learn of the pages that they can’t see.
    const isSummarized = query.summary && ctx.caller.reader === undefined
    const summaries = isSummarized ? await summariesOf(ctx, spaceId, rows) : undefined
    const items = (await presentRevisions(ctx, spaceId, rows)).map((revision) => {
      const [confirmed, summary] = [confirmations.get(revision.id), summaries?.get(revision.id)]
      return {
        ...revision,
        ...(confirmed === undefined ? {} : { confirmations: confirmed }),
        ...(summary === undefined ? {} : { summary }),
      }
    })
    return { ...(next ? { next } : {}), count, items }
  },

  async get(ctx, { params }) {
    return revisionWithContent(ctx, await contentAt(ctx, params))
  },

  async pages(ctx, { params }) {
    return pagesOf(ctx, await contentAt(ctx, params))
  },

  async page(ctx, { params, query: { format } }) {
    return pageOf(ctx, await contentAt(ctx, params), params.pageId, format)
  },

  async pageByPath(ctx, { params, query: { format } }) {
    return pageAt(ctx, await contentAt(ctx, params), params.pagePath, format)
  },

  async pageDocument(ctx, { params, query: { dereferenced } }) {
    const content = await contentAt(ctx, params)
    return pageDocumentOf(ctx, content, params.pageId, { withReusables: dereferenced !== 'false' })
  },

  async metaLinks(ctx, { params }) {
    return metaLinksOf(await contentAt(ctx, params), params.pageId)
  },

  async files(ctx, { params, query }) {
    return fileListOf(ctx, await contentAt(ctx, params), query)
  },

  async file(ctx, { params }) {
    return fileIn(ctx, await contentAt(ctx, params), params.fileId)
  },

  async variables(ctx, { params }) {
    return variablesOf(await contentAt(ctx, params))
  },

  async reusableContents(ctx, { params, query }) {
    return reusableListOf(ctx, await contentAt(ctx, params), query)
  },

  async reusableContent(ctx, { params }) {
    return reusableIn(ctx, await contentAt(ctx, params), params.reusableContentId)
  },

  async reusableContentDocument(ctx, { params }) {
    return reusableDocumentIn(ctx, await contentAt(ctx, params), params.reusableContentId)
  },

  async changes(ctx, { params: { spaceId, revisionId }, query: { limit, against } }) {
    const revision = await revisionAt(ctx.db, at(ctx, spaceId), revisionId)
    const other = against ?? revision.parents[0]
    const from = other === undefined ? null : (await revisionAt(ctx.db, at(ctx, spaceId), other)).root
    const mergedFrom = (await mergedInto(ctx, [revision])).get(revision.id)
    if (ctx.caller.reader !== undefined) {
      const content = await contentAt(ctx, { spaceId, revisionId })
      return changesForVisitor(content, await compareRoots(ctx, { spaceId, from, to: revision.root }), limit)
    }
    const compared = await compareRoots(ctx, { spaceId, from, to: revision.root, limit })
    return { ...compared, ...(mergedFrom === undefined ? {} : { mergedFrom }) }
  },

  async rollBack(ctx, { params: { spaceId, revisionId }, body }) {
    const { organizationId } = ctx.access
    const { userId: by } = ctx.caller
    const newRevision = await ctx.write(async (tx) => {
      const space = await lockSpace(tx, organizationId, spaceId)
      const input = { base: body.base, by, now: ctx.now(), newId: ctx.newId }
      const id = await rollBack(tx, { organizationId, spaceId, to: revisionId, ...input })
      await recordAuditEvents(tx, ctx, {
        action: 'space.rollback',
        target: { type: 'space', id: spaceId, label: space.title },
        before: { revision: space.revisionId },
        after: { revision: id, rolledBackTo: revisionId },
      })
      return id
    })
    return revisionWithContent(ctx, await contentOf(ctx.db, { organizationId, spaceId }, newRevision))
  },
})

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

const contentAt = async (ctx: Context, { spaceId, revisionId }: Path): Promise<Content> =>
  forCaller(ctx, await contentOf(ctx.db, at(ctx, spaceId), revisionId))
