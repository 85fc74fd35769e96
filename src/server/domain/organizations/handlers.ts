import type { z } from 'zod'
import { organizations } from '#contract/organizations.ts'
import { expectVersion } from '../../context.ts'
import { asJson, type Tx } from '../../db/client.ts'
import { DomainError, invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentOrganization } from './present.ts'
import {
  changeOrganization,
  hasSite,
  holdOrganization,
  insertMember,
  insertOrganization,
  isHostnameTaken,
  type OrganizationChange,
  organizationPage,
  organizationSeen,
} from './queries.ts'

export const organizationHandlers = handle(organizations, {
  async list(ctx, { query }) {
    const { rows, next, count } = await organizationPage(ctx.db, ctx.caller.userId, query)
    return { ...(next ? { next } : {}), count, items: rows.map((row) => presentOrganization(row, ctx.urls)) }
  },

  async create(ctx, { body }) {
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      await insertOrganization(tx, {
        id,
        title: body.title,
        emailDomains: [...new Set(body.emailDomains ?? [])],
        type: body.type ?? 'business',
        useCase: body.useCase ?? null,
        now: ctx.now(),
      })
      await insertMember(tx, { organizationId: id, userId: ctx.caller.userId, role: 'admin', now: ctx.now() })
      return presentOrganization(await organizationSeen(tx, ctx.caller.userId, id), ctx.urls)
    })
  },

  async get(ctx, { params }) {
    return presentOrganization(
      await organizationSeen(ctx.db, ctx.caller.userId, params.organizationId),
      ctx.urls,
    )
  },

  async update(ctx, { params: { organizationId }, body }) {
    return ctx.write(async (tx) => {
      expectVersion(ctx, (await holdOrganization(tx, organizationId)).version)
      const change = await changeAsked(tx, organizationId, body)
      if (Object.keys(change).length > 0) await changeOrganization(tx, organizationId, change, ctx.now())
      return presentOrganization(await organizationSeen(tx, ctx.caller.userId, organizationId), ctx.urls)
    })
  },
})

type Asked = z.output<typeof organizations.update.body>

/** The columns a PATCH changes, after the refusals that need a look at other rows. */
async function changeAsked(tx: Tx, id: string, body: Asked): Promise<OrganizationChange> {
  if (body.sso === true) {
    throw new DomainError('precondition_failed', 'Single sign-on needs an active SAML provider first')
  }
  if (body.hostname !== undefined && (await isHostnameTaken(tx, id, body.hostname))) {
    throw new DomainError('conflict', `“${body.hostname}” is taken by another organization`, {
      issues: [{ path: ['body', 'hostname'], message: 'Taken by another organization' }],
    })
  }
  if (body.defaultContent && !(await hasSite(tx, id, body.defaultContent.site))) {
    throw invalid([{ path: ['body', 'defaultContent', 'site'], message: 'There is no such site here' }])
  }
  return {
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.emailDomains === undefined ? {} : { email_domains: [...new Set(body.emailDomains)] }),
    ...(body.hostname === undefined ? {} : { hostname: body.hostname }),
    ...(body.defaultRole === undefined ? {} : { default_role: body.defaultRole }),
    ...(body.defaultContent === undefined
      ? {}
      : { default_content: body.defaultContent && asJson(body.defaultContent) }),
    ...(body.logo === undefined ? {} : { logo: body.logo }),
    ...(body.sso === undefined ? {} : { sso: body.sso }),
    ...(body.ai === undefined ? {} : { ai: body.ai }),
    ...(body.inviteLinks === undefined ? {} : { invite_links: body.inviteLinks }),
  }
}
