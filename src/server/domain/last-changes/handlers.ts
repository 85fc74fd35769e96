import { type ChangeTarget, lastChanges } from '#contract/last-changes.ts'
import { resolveAccess, type SubjectKind } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentUser } from '../users/present.ts'
import { type AuditedTarget, lastUpdateOf, siteOfSiteSpace } from './queries.ts'

export const lastChangeHandlers = handle(lastChanges, {
  async get(ctx, { query: { type, id } }) {
    const target = await auditedTarget(ctx, type, id)
    await expectVisible(ctx, target)
    const row = await lastUpdateOf(ctx.db, ctx.access.organizationId, target)
    if (row === undefined) return { object: 'last-change' }
    const { occurredAt, userId, displayName, email, photoUrl } = row
    return {
      object: 'last-change',
      changedAt: occurredAt.toISOString(),
      ...(userId === null || displayName === null
        ? {}
        : { changedBy: presentUser({ userId, displayName, email, photoUrl }, ctx.urls) }),
    }
  },
})

/** How the audit log names the changes of an object: those of customizations belong to the site. */
async function auditedTarget(ctx: Context, type: ChangeTarget, id: string): Promise<AuditedTarget> {
  if (type === 'site-customization') return { kind: 'site', id, action: 'site.customization' }
  if (type !== 'site-space-customization') return { kind: type, id, action: `${type}.update` }
  const siteId = await siteOfSiteSpace(ctx.db, ctx.access.organizationId, id)
  if (siteId === undefined) throw notFound('site space', id)
  return { kind: 'site', id: siteId, action: 'site.space-customization', siteSpaceId: id }
}

/** @throws {DomainError} `not_found` if the caller can't see the object */
async function expectVisible({ db, access, caller }: Context, { kind, id }: AuditedTarget): Promise<void> {
  if (kind === 'sso-provider' && access.organizationRole !== 'admin') throw notFound('provider', id)
  if (!isSubjectKind(kind)) return
  const facts = await accessFacts(db, { kind, id }, caller.userId)
  const isThere = facts?.organizationId === access.organizationId && facts.deletedAt === null
  if (!isThere || resolveAccess(facts).role === null) throw notFound(kind, id)
}

const isSubjectKind = (kind: AuditedTarget['kind']): kind is SubjectKind =>
  kind === 'space' || kind === 'collection' || kind === 'site'
