import { commenters } from '#contract/commenters.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { Context } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { requestSubject } from '../comments/request-subject.ts'
import { type Subject, spaceSubject } from '../comments/subject.ts'
import { presentMember } from '../members/present.ts'
import { commenterPage } from './queries.ts'

export const commenterHandlers = handle(commenters, {
  async ofSpace(ctx, { params, query }) {
    return listOn(ctx, await spaceSubject(ctx, ctx.db, params), query)
  },

  async ofChangeRequest(ctx, { params, query }) {
    return listOn(ctx, await requestSubject(ctx, ctx.db, params), query)
  },
})

const listOn = async (ctx: Context, subject: Subject, query: Paging) =>
  listResponse(await commenterPage(ctx.db, subject, query), (row) => presentMember(row, ctx.urls))
