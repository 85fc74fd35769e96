import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'

/** Every action in the audit log, with the label admins see. */
export const auditActions = {
  'organization.create': 'Organization created',
  'organization.update': 'Organization settings changed',
  'organization.variables': 'Variables of the organization changed',
  'member.invite': 'Member invited',
  'member.join': 'Member joined',
  'member.update': 'Member changed',
  'member.suspend': 'Member suspended',
  'member.reinstate': 'Member reinstated',
  'member.remove': 'Member removed',
  'member.offboard': 'Member off-boarded',
  'member.sign-out': 'Member signed out',
  'member.link': 'Member linked to a sign-in provider',
  'member.unlink': 'Member unlinked from a sign-in provider',
  'member.sso': 'Single sign-on of a member changed',
  'invite.create': 'Invite link created',
  'invite.update': 'Invite link changed',
  'invite.delete': 'Invite link revoked',
  'team.create': 'Team created',
  'team.update': 'Team renamed',
  'team.delete': 'Team deleted',
  'team.members': 'Team members changed',
  'access.grant': 'Role granted',
  'access.update': 'Role changed',
  'access.remove': 'Role removed',
  'access.request': 'Access requested',
  'access.decline': 'Access request declined',
  'collection.create': 'Collection created',
  'collection.update': 'Collection changed',
  'collection.move': 'Collection moved',
  'collection.transfer': 'Collection transferred',
  'collection.delete': 'Collection deleted',
  'space.create': 'Space created',
  'space.update': 'Space changed',
  'space.move': 'Space moved',
  'space.transfer': 'Space transferred',
  'space.duplicate': 'Space duplicated',
  'space.delete': 'Space deleted',
  'space.restore': 'Space restored',
  'space.purge': 'Space purged',
  'space.rollback': 'Space rolled back',
  'space.translation': 'Translation of a space changed',
  'space.move-page': 'Page moved to another space',
  'space.fields': 'Values of custom fields changed',
  'space.freshness': 'Owner or review date of pages changed',
  'space.confirm-page': 'Page confirmed as correct',
  'space.unconfirm-page': 'Confirmation of a page undone',
  'change-request.create': 'Change request created',
  'change-request.update': 'Change request changed',
  'change-request.merge': 'Change request merged',
  'change-request.queue': 'Change request queued to merge when ready',
  'change-request.unqueue': 'Change request taken out of the merge queue',
  'change-request.revert': 'Change request reverted in a new one',
  'change-request.update-from-space': 'Change request updated from its space',
  'change-request.review': 'Change request reviewed',
  'change-request.reviewers': 'Reviewers of a change request changed',
  'import.start': 'Import started',
  'import.cancel': 'Import canceled',
  'comment.create': 'Comment posted',
  'comment.update': 'Comment edited',
  'comment.resolve': 'Comment resolved',
  'comment.reopen': 'Comment reopened',
  'comment.react': 'Reactions to a comment changed',
  'comment.delete': 'Comment deleted',
  'comment.reply': 'Comment replied to',
  'comment.reply-update': 'Reply edited',
  'comment.reply-delete': 'Reply deleted',
  'custom-field.create': 'Custom field added',
  'custom-field.update': 'Custom field changed',
  'custom-field.delete': 'Custom field deleted',
  'sso-provider.create': 'Sign-in provider added',
  'sso-provider.update': 'Sign-in provider changed',
  'sso-provider.delete': 'Sign-in provider deleted',
  'openapi-spec.create': 'OpenAPI specification added',
  'openapi-spec.update': 'OpenAPI specification changed',
  'openapi-spec.version': 'New version of an OpenAPI specification',
  'openapi-spec.delete': 'OpenAPI specification deleted',
  'translation-settings.create': 'Translation settings created',
  'translation-settings.update': 'Translation settings changed',
  'translation-settings.delete': 'Translation settings deleted',
  'domain.create': 'Domain added',
  'domain.verify': 'Domain verified',
  'domain.unverify': 'Domain lost its verification',
  'domain.delete': 'Domain deleted',
  'site.create': 'Site created',
  'site.update': 'Site changed',
  'site.publish': 'Site published',
  'site.unpublish': 'Site unpublished',
  'site.structure': 'Structure of a site changed',
  'site.structure-restore': 'Earlier structure of a site restored',
  'site.plan-change': 'Plan of a site changed',
  'site.plan-discard': 'Plan of a site emptied',
  'site.plan-publish': 'Plan of a site published',
  'site.schedule-create': 'Action of a site scheduled',
  'site.schedule-cancel': 'Scheduled action of a site canceled',
  'site.schedule-run': 'Scheduled action of a site ran',
  'site.schedule-fail': 'Scheduled action of a site failed',
  'site.redirect-create': 'Redirect of a site added',
  'site.redirect-update': 'Redirect of a site changed',
  'site.redirect-delete': 'Redirect of a site deleted',
  'site.redirect-many': 'Several redirects of a site saved',
  'site.share-link-create': 'Share link created',
  'site.share-link-update': 'Share link changed',
  'site.share-link-delete': 'Share link revoked',
  'site.visitor-auth': 'Visitor sign-in of a site changed',
  'site.visitor-key': 'Key for visitor tokens of a site replaced',
  'site.customization': 'Site customization changed',
  'site.space-customization': 'Customization of a site space changed',
  'site.adaptive-schema': 'Visitor schema of a site changed',
  'site.variables': 'Variables of a site changed',
  'site.delete': 'Site deleted',
  'scim-token.create': 'Provisioning token created',
  'scim-token.delete': 'Provisioning token revoked',
  'space.git-connect': 'Space connected to a Git repository',
  'space.git-update': 'Git sync of a space changed',
  'space.git-credentials': 'Git credentials of a space replaced',
  'space.git-webhook-secret': 'Git webhook secret of a space replaced',
  'space.git-disconnect': 'Space disconnected from a Git repository',
  'webhook.create': 'Webhook created',
  'webhook.update': 'Webhook changed',
  'webhook.rotate-secret': 'Webhook secret replaced',
  'webhook.disable': 'Webhook disabled',
  'webhook.delete': 'Webhook deleted',
  'account.update': 'Profile changed',
  'account.password': 'Password changed',
  'account.sign-out': 'Signed out',
  'account.second-factor': 'Second factor changed',
  'token.create': 'API token created',
  'token.delete': 'API token revoked',
} as const

export type AuditAction = keyof typeof auditActions
const actionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]
export const auditAction = z.enum(actionNames)

/** The types of objects an audit event can be about. */
export const auditTargets = [
  'organization',
  'member',
  'invite',
  'team',
  'collection',
  'space',
  'change-request',
  'import',
  'comment',
  'custom-field',
  'translation-settings',
  'domain',
  'openapi-spec',
  'sso-provider',
  'site',
  'account',
  'token',
  'scim-token',
  'webhook',
] as const
export type AuditTarget = (typeof auditTargets)[number]

const common = {
  object: z.literal('audit-event'),
  id: z.uuid(),
  occurredAt: timestamp,
  action: auditAction,
  actor: z.object({
    type: z.enum(['user', 'system', 'integration']),
    id: z.string(),
    label: z.string().optional().describe('Name at the time'),
  }),
  source: z
    .enum(['ui', 'api', 'script', 'integration'])
    .describe(
      'ui: the dashboard; api: a token; script: the service itself; integration: another system, such as an identity provider',
    ),
  target: z.object({
    type: z.enum(auditTargets),
    id: z.string(),
    label: z.string().optional().describe('Title or name at the time'),
  }),
  urls: urlsOf(['location']),
}

/** Who did what to what, and when. */
export const auditEvent = z.object(common).meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof auditEvent>

const changedFields = z.record(z.string(), z.unknown()).optional()

/** An audit event with its changes; `before` and `after` use the field names of the API. */
export const auditEventDetail = z
  .object({
    ...common,
    schemaVersion: z.literal(1),
    payload: z.object({
      before: changedFields.describe('Only values that changed or were removed'),
      after: changedFields.describe('Only values that changed or were added'),
    }),
    correlationId: z.string().optional().describe('The request’s `X-Request-Id`'),
  })
  .meta({ id: 'AuditEventDetail' })
export type AuditEventDetail = z.infer<typeof auditEventDetail>

const base = '/orgs/:organizationId/audit-events'
const text = z.string().min(1).max(64).optional()

/** The audit log of an organization, for admins only. */
export const auditEvents = resource('auditEvents', {
  list: {
    id: 'listAuditEvents',
    method: 'GET',
    path: base,
    summary: 'List the audit events of an organization, newest first.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging.extend({
      limit: z.number().int().min(0).max(100).optional().describe('Results per page, 20 by default'),
      from: timestamp.optional().describe('Not before'),
      to: timestamp.optional().describe('Not after'),
      action: auditAction.optional(),
      actor: text.describe('ID of a user'),
      target: text.describe('ID of the object'),
      targetType: z.enum(auditTargets).optional(),
    }),
    status: 200,
    response: listOf(auditEvent),
  },
  get: {
    id: 'getAuditEvent',
    method: 'GET',
    path: `${base}/:auditEventId`,
    summary: 'Get an audit event with what it changed.',
    permission: 'organization.admin',
    params: organizationPath.extend({ auditEventId: id }),
    status: 200,
    response: auditEventDetail,
  },
  actions: {
    id: 'listAuditEventActions',
    method: 'GET',
    path: '/orgs/:organizationId/audit-event-actions',
    summary: 'List the actions that the audit log records, with their names.',
    permission: 'organization.admin',
    params: organizationPath,
    status: 200,
    response: z.object({
      items: z.array(
        z.object({ object: z.literal('audit-event-action'), id: auditAction, label: z.string() }),
      ),
    }),
  },
})
