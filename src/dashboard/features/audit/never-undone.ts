import type { AuditEventDetail } from '#contract/audit-events.ts'

const CREATED_REASON = 'To undo this, delete it where it was created.'
const PERMANENT_REASON = 'It was deleted permanently.'
const OWN_ACCOUNT_REASON = 'Only the account’s owner can change it.'

/** Why an action has no undo in the log. */
export function neverUndoneReason(action: AuditEventDetail['action']): string {
  if (action.startsWith('change-request.')) return 'Undo this in the change request.'
  if (action.startsWith('comment.')) return 'Undo this in the conversation.'
  return neverUndoneReasons[action] ?? 'Undo this where it was done.'
}

const neverUndoneReasons: Partial<Record<AuditEventDetail['action'], string>> = {
  'organization.create': CREATED_REASON,
  'member.invite': 'A sent invitation can’t be recalled. Remove the member instead.',
  'member.join': 'Remove people who joined on their own under Members.',
  'member.remove': 'Invite them again.',
  'member.offboard': 'Change transferred roles back one by one.',
  'member.sign-out': 'They have to sign in again.',
  'invite.create': CREATED_REASON,
  'invite.delete': 'A revoked link can’t be restored. Create a new one.',
  'team.create': CREATED_REASON,
  'team.delete': PERMANENT_REASON,
  'access.request': 'The person who asked can withdraw the request.',
  'access.decline': 'Grant the role under Access instead.',
  'collection.create': CREATED_REASON,
  'collection.transfer': 'Transfer it back from its current organization.',
  'collection.delete': 'Deleted collections can’t be restored. Their spaces may be in the trash.',
  'space.create': CREATED_REASON,
  'space.transfer': 'Transfer it back from the settings of the space.',
  'space.duplicate': CREATED_REASON,
  'space.purge': PERMANENT_REASON,
  'space.rollback': 'Roll back again in the history of the space.',
  'domain.create': CREATED_REASON,
  'domain.verify': 'Delete the domain in the settings.',
  'domain.unverify': 'Restore the DNS record and check the domain again.',
  'domain.delete': 'Add the domain again and verify it.',
  'custom-field.create': CREATED_REASON,
  'custom-field.delete': 'The field and its values were deleted permanently.',
  'site.create': CREATED_REASON,
  'site.structure': 'Change the structure back on the site itself.',
  'site.structure-restore': 'Restore another entry in the history of the site’s structure.',
  'site.plan-change': 'Remove steps in the plan.',
  'site.plan-discard': 'Plan the steps again on the site itself.',
  'site.plan-publish': 'Restore an earlier entry in the history of the site’s structure.',
  'site.schedule-create': 'Cancel it on the site’s overview.',
  'site.schedule-cancel': 'Schedule it again on the site’s overview.',
  'site.schedule-run': 'Undo the change of the site itself.',
  'site.schedule-fail': 'Nothing was changed.',
  'site.delete': PERMANENT_REASON,
  'account.update': OWN_ACCOUNT_REASON,
  'account.password': OWN_ACCOUNT_REASON,
  'account.sign-out': 'They have to sign in again.',
  'account.second-factor': OWN_ACCOUNT_REASON,
  'token.create': 'Only its creator can revoke the token.',
  'token.delete': 'A revoked token can’t be restored.',
}
