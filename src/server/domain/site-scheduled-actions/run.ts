import type { Permission } from '#contract/shared/permissions.ts'
import type { ScheduledChange } from '#contract/site-scheduled-actions.ts'
import type { Access, Caller, Service, WriteContext } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { writeIn } from '../../db/write.ts'
import { DomainError } from '../../errors.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { publishPlan } from '../site-plans/publish-plan.ts'
import { siteById } from '../sites/queries.ts'
import { setPublished, updateSiteSettings } from '../sites/update-site.ts'
import { callerOfJob } from '../users/people-queries.ts'
import { scheduleAuditEvent } from './audit-events.ts'
import { endScheduledAction, findScheduledAction, type ScheduledActionRow } from './queries.ts'
import { permissionFor } from './rules.ts'

/** Checks a permission on a site as for a request; throws if the caller lacks it. */
type Authorize = (caller: Caller, permission: Permission, params: Params) => Promise<Access>
type Params = Readonly<Record<string, string>>

/** The action was canceled, or another process has run it. */
class NoLongerWaitingError extends Error {
  override readonly name = 'NoLongerWaitingError'
}

/**
 * Runs a scheduled action in one transaction with its result, so that it happens once. If the scheduler no longer may,
 * or the site refuses the change, the action fails, and the reason is stored for people.
 */
export async function runScheduledAction(
  service: Service,
  organizationId: string,
  id: string,
  authorize: Authorize,
): Promise<void> {
  const action = await findScheduledAction(service.db, organizationId, id)
  if (action?.status !== 'waiting') return
  try {
    const ctx = await contextOf(service, action, authorize)
    await ctx.write(async (tx) => {
      await apply(tx, ctx, action)
      const site = await siteById(tx, organizationId, action.siteId)
      await recordAuditEvents(tx, ctx, scheduleAuditEvent('run', site, action))
      if (!(await endScheduledAction(tx, action, service.now(), null))) throw new NoLongerWaitingError()
    })
  } catch (error) {
    if (error instanceof NoLongerWaitingError) return
    if (!(error instanceof DomainError)) throw error
    await storeFailure(service, action, reasonOf(error))
  }
}

/** The change as its scheduler's request would make it. */
async function contextOf(
  service: Service,
  action: ScheduledActionRow,
  authorize: Authorize,
): Promise<WriteContext> {
  const caller = await callerOfJob(service.db, action.scheduledBy, action.id)
  if (caller === undefined)
    throw new DomainError('forbidden', 'The account of the person who scheduled this no longer exists')
  const { organizationId, siteId, id, change } = action
  const access = await authorize(caller, permissionFor(change), { organizationId, siteId })
  const write: WriteContext['write'] = (run) => writeIn(service.db, run)
  return { ...service, caller, access, requestId: id, stamp: 0, ifMatch: null, write }
}

async function apply(tx: Tx, ctx: WriteContext, { change, ...site }: ScheduledActionRow): Promise<void> {
  const params = { organizationId: site.organizationId, siteId: site.siteId }
  await changes[change.type](tx, ctx, params, change as never)
}

type SiteRef = { readonly organizationId: string; readonly siteId: string }
type Change<T extends ScheduledChange['type']> = Extract<ScheduledChange, { type: T }>

const changes: {
  readonly [T in ScheduledChange['type']]: (
    tx: Tx,
    ctx: WriteContext,
    site: SiteRef,
    change: Change<T>,
  ) => Promise<unknown>
} = {
  publish: (tx, ctx, { siteId }) => setPublished(tx, ctx, siteId, true),
  unpublish: (tx, ctx, { siteId }) => setPublished(tx, ctx, siteId, false),
  'change-audience': (tx, ctx, site, { visibility }) => updateSiteSettings(tx, ctx, site, { visibility }),
  'publish-plan': (tx, ctx, site, { redirect }) => publishPlan(tx, ctx, site, { redirect }),
}

const storeFailure = (service: Service, action: ScheduledActionRow, failure: string): Promise<void> =>
  writeIn(service.db, async (tx) => {
    const ended = await endScheduledAction(tx, action, service.now(), failure)
    if (!ended) return
    const site = await siteById(tx, action.organizationId, action.siteId)
    const by = { now: service.now, access: { organizationId: action.organizationId } }
    await recordAuditEvents(tx, by, scheduleAuditEvent('fail', site, action, failure))
  })

/** Refusals of access speak to the caller of a request; here it is who scheduled the action. */
function reasonOf({ reason, message }: DomainError): string {
  if (reason !== 'forbidden' && reason !== 'not_found') return message
  return 'The person who scheduled this no longer has the role it needs'
}
