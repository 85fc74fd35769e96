import { type Member, members } from '#contract/members.ts'
import { handle } from '../../handle.ts'
import type { Urls } from '../../urls.ts'
import { presentUser } from '../users/present.ts'
import { type MemberRow, memberOf, memberPage } from './queries.ts'

export const memberHandlers = handle(members, {
  async list(ctx, { params, query }) {
    const { rows, next, count } = await memberPage(ctx.db, params.organizationId, query)
    return { ...(next ? { next } : {}), count, items: rows.map((row) => presentMember(row, ctx.urls)) }
  },

  async get(ctx, { params }) {
    return presentMember(await memberOf(ctx.db, params.organizationId, params.userId), ctx.urls)
  },
})

const presentMember = (row: MemberRow, urls: Urls): Member => ({
  object: 'member',
  id: row.userId,
  role: row.role,
  user: presentUser(row, urls),
  disabled: row.disabled,
  joinedAt: row.joinedAt.toISOString(),
  ...(row.lastSeenAt === null ? {} : { lastSeenAt: row.lastSeenAt.toISOString() }),
  sso: row.sso,
  spaces: row.spaces,
  teams: row.teams,
  version: row.version,
})
