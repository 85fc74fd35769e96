import { coediting } from '#contract/coediting.ts'
import { savingStateOf } from '../../coediting/live-text.ts'
import { liveTextsOf } from '../../coediting/live-texts.ts'
import { type PageRef, textOfPage } from '../../coediting/queries.ts'
import { contentOf } from '../../content/read.ts'
import { requestHeadOf } from '../../content/request-rows.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { handle, type SocketContext } from '../../handle.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { addUpdate } from './add-update.ts'
import { peopleOf } from './people.ts'
import { serveSharedText } from './socket.ts'

export const coeditingHandlers = handle(
  coediting,
  {
    async page(ctx, { params: { spaceId, pageId } }) {
      return stateOf(ctx, { ...at(ctx, spaceId), changeRequestId: null, pageId })
    },

    async changeRequestPage(ctx, { params }) {
      return stateOf(ctx, await requestPage(ctx, params))
    },

    async addUpdate(ctx, { params: { spaceId, pageId }, body }) {
      return addUpdate(ctx, { ...at(ctx, spaceId), changeRequestId: null, pageId }, body)
    },

    async addChangeRequestUpdate(ctx, { params, body }) {
      return addUpdate(ctx, await requestPage(ctx, params), body)
    },
  },
  {
    async page(ctx, { params: { spaceId, pageId } }, socket) {
      serveSharedText(ctx, { ...at(ctx, spaceId), changeRequestId: null, pageId }, socket)
    },

    async changeRequestPage(ctx, { params }, socket) {
      serveSharedText(ctx, await requestPage(ctx, params), socket)
    },
  },
)

type Access = Pick<SocketContext, 'access' | 'db'>

const at = ({ access }: Access, spaceId: string) => ({ organizationId: access.organizationId, spaceId })

type RequestPath = { readonly spaceId: string; readonly changeRequestId: string; readonly pageId: string }

/** The page of a change request, which the path names by its id or number. */
async function requestPage(ctx: Access, { spaceId, changeRequestId, pageId }: RequestPath): Promise<PageRef> {
  const { id } = await changeRequestOf(ctx.db, at(ctx, spaceId), changeRequestId)
  return { ...at(ctx, spaceId), changeRequestId: id, pageId }
}

/** Who edits a page together at this instance, and whether the text is saved. */
async function stateOf(ctx: Context, page: PageRef) {
  const revision =
    page.changeRequestId === null
      ? undefined
      : (await requestHeadOf(ctx.db, { ...page, changeRequestId: page.changeRequestId })).revision
  const content = await contentOf(ctx.db, page, revision)
  if (content.tree.page(page.pageId)?.entry.type !== 'document') throw notFound('page', page.pageId)
  const row = await textOfPage(ctx.db, page)
  if (row === undefined) return { isSaved: true, revision: content.revision.id, people: [] }
  return { ...savingStateOf(row), people: peopleOf(liveTextsOf(ctx).participantsOf(row)) }
}
