import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'

const root = 'src/dashboard/'
const sources = new Map(
  globSync(`${root}**/*.{ts,tsx}`)
    .filter((file) => !/\.test\.tsx?$|route-tree/.test(file))
    .map((file) => [file.replace(root, ''), readFileSync(file, 'utf8')] as const),
)
const features = (name: string) => `features/${name}`

/** The file that offers undo, and the writes that it undoes. */
const undone: Readonly<Record<string, readonly string[]>> = {
  [features('inbox/mutations.ts')]: ['notifications.update'],
  'components/follow-button.tsx': ['follows.set'],
  'components/page-freshness/mutations.ts': [
    'pageFreshness.confirm',
    'pageFreshness.deleteConfirmation',
    'pageFreshness.update',
    'pageFreshness.updateForSpace',
  ],
  'components/use-pins.tsx': ['pins.add', 'pins.remove'],
  'components/use-space-actions.ts': ['spaces.delete', 'spaces.restore'],
  'components/comments/comment.tsx': [
    'spaceComments.update',
    'spaceCommentReplies.update',
    'changeRequestComments.update',
    'changeRequestCommentReplies.update',
  ],
  [features('space/mutations.ts')]: ['spaceContent.edit', 'changeRequestContent.edit'],
  [features('space/move-to-space.ts')]: ['spaceContent.movePageToSpace'],
  [features('space/space-settings.tsx')]: ['spaces.update'],
  [features('library/move-mutations.ts')]: ['spaces.move', 'collections.move'],
  [features('library/mutations.ts')]: ['collections.update'],
  [features('change-request/mutations.ts')]: ['changeRequests.update'],
  [features('change-request/queue-mutations.ts')]: [
    'changeRequests.queueMerge',
    'changeRequests.cancelMerge',
  ],
  [features('org-settings/general-form.tsx')]: ['organizations.update'],
  [features('sites/site-settings.tsx')]: ['sites.update'],
  [features('sites/mutations.ts')]: ['sites.unpublish'],
  [features('sites/site-hostname.tsx')]: ['sites.setHostname', 'sites.removeHostname'],
  [features('sites/schedule-dialog.tsx')]: ['siteScheduledActions.create'],
  [features('sites/scheduled-actions.tsx')]: ['siteScheduledActions.delete'],
  [features('site-structure/row-actions.ts')]: [
    'siteSections.create',
    'siteSections.update',
    'siteSections.delete',
    'siteSections.move',
    'siteSectionGroups.create',
    'siteSectionGroups.update',
    'siteSectionGroups.delete',
    'siteSectionGroups.move',
    'siteSpaces.create',
    'siteSpaces.update',
    'siteSpaces.delete',
    'siteSpaces.move',
    'siteSpaces.duplicate',
    'siteStructure.sort',
  ],
  [features('site-structure/plan-mutations.ts')]: ['sitePlans.publish'],
  [features('site-structure/history-panel.tsx')]: ['siteHistory.restore'],
  [features('site-redirects/mutations.ts')]: ['siteRedirects.delete', 'siteRedirects.create'],
  [features('site-redirects/redirect-dialog.tsx')]: ['siteRedirects.update'],
  [features('site-audience/share-links.tsx')]: ['siteShareLinks.update'],
  [features('site-audience/schema-editor.tsx')]: ['siteAudience.putSchema'],
  [features('site-audience/visitor-auth.tsx')]: ['sitePublishing.updateAuth'],
  [features('site-customization/customization-form.ts')]: [
    'siteCustomization.put',
    'siteCustomization.updateForSiteSpace',
  ],
  [features('teams/mutations.ts')]: ['teams.update', 'teamMembers.updateAll'],
  [features('members/member-teams.tsx')]: ['teamMembers.put', 'teamMembers.delete'],
  [features('members/mutations.ts')]: ['members.update', 'members.markSso', 'members.unmarkSso'],
  [features('git-sync/mutations.ts')]: ['spaceGitSyncs.update'],
  [features('invites/mutations.ts')]: ['organizationInvites.update'],
  [features('openapi/mutations.ts')]: ['openapiSpecs.update'],
  [features('sso/oidc-form.tsx')]: ['oidcProviders.update'],
  [features('sso/saml-form.tsx')]: ['samlProviders.update'],
  [features('translations/settings-dialogs.tsx')]: ['translations.put'],
  [features('translations/mutations.ts')]: ['translations.delete', 'spaceTranslations.updatePage'],
  [features('merge-rules/merge-rules-form.tsx')]: [
    'mergeRules.setForOrganization',
    'mergeRules.setForCollection',
    'mergeRules.setForSpace',
  ],
  [features('variables/shared-variables.tsx')]: [
    'sharedVariables.updateForOrganization',
    'sharedVariables.updateForSite',
  ],
  [features('custom-fields/field-dialogs.tsx')]: ['customFields.update'],
  [features('custom-fields/mutations.ts')]: ['customFields.updateOfSpace'],
  [features('webhooks/webhook-dialogs.tsx')]: ['webhooks.update'],
  [features('account/profile-page.tsx')]: ['users.update'],
}

/** What a person reads before a write that can't be undone, and the writes. */
const announced: Readonly<Record<string, readonly string[]>> = {
  'This can’t be undone.': [
    'customFields.delete',
    'openapiSpecs.delete',
    'teams.delete',
    'tokens.delete',
    'webhooks.delete',
    'systems.deleteJob',
    'systems.deleteEmail',
    'spaceComments.delete',
    'spaceCommentReplies.delete',
    'changeRequestComments.delete',
    'changeRequestCommentReplies.delete',
    'collections.delete',
    'members.delete',
  ],
  'It stops working right away. People who already joined keep their access.': ['organizationInvites.delete'],
  'Readers of the space, and of every site that shows it, see the changes right away.': [
    'changeRequests.merge',
  ],
  'It stops working right away, and you can’t restore it.': ['siteShareLinks.delete'],
  'The credentials, the webhook and the list of syncs are deleted.': ['spaceGitSyncs.delete'],
  'stop working right away. You get the new one once.': ['spaceGitSyncs.rotateSecret'],
  'structure is deleted permanently': ['sites.delete'],
  'If you add the domain again, it gets a new DNS record.': ['verifiedDomains.delete'],
  'The site doesn’t change.': ['sitePlans.discard'],
  'Later revisions stay in the history.': ['revisions.rollBack'],
  'It becomes an independent space.': ['spaceTranslations.delete'],
  'You’ll have to sign in again there.': ['sessions.signOutOthers'],
  'They’re signed out everywhere': ['secondFactors.resetMember'],
  'can no longer sign you in': ['sso.unlink'],
  'Create a new key?': ['sitePublishing.regenerateAuth'],
  'Delete the passkey': ['secondFactors.deletePasskey'],
  'Turn off the authenticator app?': ['secondFactors.deleteAuthenticatorApp'],
  'Delete the provider': ['samlProviders.delete', 'oidcProviders.delete'],
  'Revoke the token': ['scimTokens.delete'],
}

/** Why a write needs neither. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'It creates something that the same view deletes or withdraws.': [
    'accessRequests.create',
    'changeRequestCommentReplies.create',
    'changeRequestComments.create',
    'changeRequests.create',
    'changeRequests.revert',
    'collections.create',
    'customFields.create',
    'oidcProviders.create',
    'openapiSpecs.create',
    'organizationInvites.create',
    'organizations.create',
    'samlProviders.create',
    'scimTokens.create',
    'secondFactors.addPasskey',
    'secondFactors.confirmAuthenticatorApp',
    'siteShareLinks.create',
    'sites.create',
    'spaceCommentReplies.create',
    'spaceComments.create',
    'spaceContent.uploadFiles',
    'changeRequestContent.uploadFiles',
    'spaceTranslations.create',
    'spaceTranslations.put',
    'spaceGitSyncs.connect',
    'spaces.create',
    'spaces.duplicate',
    'teams.create',
    'tokens.create',
    'translations.create',
    'verifiedDomains.create',
    'webhooks.create',
  ],
  'Its opposite is at the same place.': [
    'accessRequests.withdraw',
    'accessRequests.grant',
    'accessRequests.decline',
    'changeRequestReviews.create',
    'changeRequestReviews.removeRequested',
    'changeRequestReviews.removeRequestedTeam',
    'changeRequestsSeen.mark',
    'emailPreferences.update',
    'notificationSettings.update',
    'secondFactors.renamePasskey',
    'sitePlans.addSteps',
    'sitePlans.undoStep',
    'sites.publish',
  ],
  'It is an undo itself, or one of its parts.': ['siteHistory.restoreItems', 'spaceContent.replaceFile'],
  'Its button or dialog says that it sends an email.': [
    'changeRequestReviews.request',
    'changeRequestReviews.remind',
    'members.resendInvite',
    'organizationInvites.send',
    'sessions.forgotPassword',
    'sessions.requestEmailVerification',
  ],
  'Its form shows what it will do before it does it.': [
    'collections.transfer',
    'members.offboard',
    'organizations.delete',
    'siteImports.start',
    'siteRedirects.putMany',
    'spaces.transfer',
    'webhooks.rotateSecret',
  ],
  'It adds a revision, which the history rolls back.': [
    'changeRequestComments.acceptSuggestion',
    'changeRequests.updateFromSpace',
    'imports.start',
    'openapiSpecs.put',
    'spaceContent.upload',
    'spaceTranslations.translatePage',
  ],
  'It starts, repeats or stops work, and changes nothing that people wrote.': [
    'backups.create',
    'customHostnames.check',
    'emailPreferences.retry',
    'importUploads.append',
    'importUploads.create',
    'imports.cancel',
    'siteImports.cancel',
    'siteImports.create',
    'siteImports.upload',
    'spaceGitSyncs.run',
    'sso.startTest',
    'systems.retryEmail',
    'systems.retryFailedJobs',
    'systems.retryJob',
    'verifiedDomains.check',
    'webhooks.resendDelivery',
    'webhooks.test',
  ],
  'It reads.': [
    'samlProviders.readMetadata',
    'siteCustomization.preview',
    'siteInsights.aggregate',
    'spacePermissions.preview',
    'sso.findLogins',
    'urls.published',
  ],
  'It runs in the background.': ['members.ping', 'presence.put', 'presence.delete'],
  'The editor has an undo of its own.': ['coediting.addUpdate', 'coediting.addChangeRequestUpdate'],
  'It is signing in, signing out or joining.': [
    'members.signOut',
    'organizationInvites.accept',
    'organizations.join',
    'secondFactors.confirm',
    'secondFactors.confirmByPasskey',
    'secondFactors.createRecoveryCodes',
    'secondFactors.startAuthenticatorApp',
    'secondFactors.startPasskey',
    'sessions.changePassword',
    'sessions.completeSignIn',
    'sessions.redeem',
    'sessions.setUp',
    'sessions.signIn',
    'sessions.signInByPasskey',
    'sessions.signOut',
    'sessions.signOutBrowser',
    'sessions.signUp',
    'sessions.startPasskeySignIn',
    'sessions.verifyEmail',
    'sso.link',
  ],
}

const routes = new Map<string, Route>(
  Object.entries(api).flatMap(([resource, operations]) =>
    Object.entries(operations as Record<string, Route>)
      .filter(([, { method }]) => method !== 'GET')
      .map(([name, route]) => [`${resource}.${name}`, route] as const),
  ),
)

/** Whether the dashboard calls a write: `api.teams.update`, or `const { update } = api.teams`. */
function isCalled(write: string): boolean {
  const [resource, name] = write.split('.')
  const direct = new RegExp(`\\b(api\\.)?${resource}\\.${name}\\b`)
  const taken = new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} = (api\\.)?${resource}\\b`)
  return [...sources.values()].some((text) => direct.test(text) || taken.test(text))
}

test('every write of the dashboard can be undone, says beforehand that it cannot, or needs neither', () => {
  const known = [undone, announced, exempt].flatMap((table) => Object.values(table).flat())
  expect(known.filter((write) => !routes.has(write))).toEqual([])
  expect(known.filter((write, index) => known.indexOf(write) !== index)).toEqual([])
  expect([...routes.keys()].filter((write) => !known.includes(write) && isCalled(write))).toEqual([])
})

test('the files that undo writes offer it', () => {
  const offers = /\bofferUndo\(|\bsavedMessage\b/
  expect(Object.keys(undone).filter((file) => !offers.test(sources.get(file) ?? ''))).toEqual([])
})

test('the dashboard announces what can’t be undone with these sentences', () => {
  const text = [...sources.values()].join('\n')
  expect(Object.keys(announced).filter((sentence) => !text.includes(sentence))).toEqual([])
})
