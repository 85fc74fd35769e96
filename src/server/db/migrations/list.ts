import type { Migration } from 'kysely/migration'
import * as peopleAndLibrary from './0001-people-and-library.ts'
import * as content from './0002-content.ts'
import * as sites from './0003-sites.ts'
import * as imports from './0004-imports.ts'
import * as organizationStamps from './0005-organization-stamps.ts'
import * as invitesFieldsAudit from './0006-invites-fields-audit.ts'
import * as changeStream from './0007-change-stream.ts'
import * as joining from './0010-joining.ts'
import * as peopleLists from './0011-people-lists.ts'
import * as sweeping from './0012-sweeping.ts'
import * as changeRequests from './0020-change-requests.ts'
import * as comments from './0025-comments.ts'
import * as siteRedirects from './0030-site-redirects.ts'
import * as siteAudience from './0031-site-audience.ts'
import * as importItems from './0034-import-items.ts'
import * as replacedFiles from './0035-replaced-files.ts'
import * as presence from './0036-presence.ts'
import * as siteCustomization from './0037-site-customization.ts'
import * as siteAddresses from './0038-site-addresses.ts'
import * as siteCustomizationPreview from './0040-site-customization-preview.ts'
import * as shareLinkLimits from './0041-share-link-limits.ts'
import * as changeRequestSeen from './0048-change-request-seen.ts'
import * as searchWords from './0055-search-words.ts'
import * as pagesWithoutIndex from './0060-pages-without-index.ts'
import * as shownReusables from './0061-shown-reusables.ts'
import * as sitePlans from './0070-site-plans.ts'
import * as siteInsights from './0080-site-insights.ts'
import * as siteReadingKey from './0090-site-reading-key.ts'
import * as openapiSpecs from './0095-openapi-specs.ts'
import * as siteGrants from './0100-site-grants.ts'
import * as siteProxies from './0105-site-proxies.ts'
import * as hostnameChecks from './0106-hostname-checks.ts'
import * as restoredSiteParts from './0110-restored-site-parts.ts'
import * as operationWords from './0115-operation-words.ts'
import * as standardNames from './0120-standard-names.ts'
import * as signInPolicy from './0130-sign-in-policy.ts'
import * as singleSignOn from './0131-single-sign-on.ts'
import * as verifiedDomains from './0132-verified-domains.ts'
import * as secondFactor from './0133-second-factor.ts'
import * as openidConnect from './0134-openid-connect.ts'
import * as scim from './0135-scim.ts'
import * as webhooks from './0136-webhooks.ts'
import * as translations from './0137-translations.ts'
import * as officialClients from './0138-official-clients.ts'
import * as instances from './0140-instances.ts'
import * as backupRuns from './0141-backup-runs.ts'
import * as system from './0143-system.ts'
import * as sessionProviders from './0145-session-providers.ts'
import * as pendingChanges from './0150-pending-changes.ts'
import * as searchIndexes from './0152-search-indexes.ts'
import * as reviewReminders from './0170-review-reminders.ts'
import * as homeAndPins from './0171-home-and-pins.ts'
import * as accessRequests from './0190-access-requests.ts'
import * as siteScheduledActions from './0195-site-scheduled-actions.ts'
import * as lockHead from './0200-lock-head.ts'
import * as livePins from './0220-live-pins.ts'
import * as siteImports from './0230-site-imports.ts'
import * as originalFiles from './0235-original-files.ts'
import * as updatedBy from './0255-updated-by.ts'
import * as derivation from './0256-derivation.ts'
import * as generatedPages from './0280-generated-pages.ts'
import * as openapiSchemas from './0281-openapi-schemas.ts'
import * as shownVariables from './0300-shown-variables.ts'
import * as gitSync from './0310-git-sync.ts'
import * as mergeRules from './0320-merge-rules.ts'
import * as conditionalContent from './0325-conditional-content.ts'
import * as changeRequestDescription from './0330-change-request-description.ts'
import * as notifications from './0340-notifications.ts'
import * as emailPreferences from './0350-email-preferences.ts'
import * as chatWebhooks from './0351-chat-webhooks.ts'
import * as organizationAi from './0370-organization-ai.ts'
import * as gitSyncMergeRules from './0371-git-sync-merge-rules.ts'
import * as mergeQueue from './0372-merge-queue.ts'
import * as pageFreshness from './0375-page-freshness.ts'
import * as spaceWebhooks from './0378-space-webhooks.ts'
import * as relocatedPages from './0390-relocated-pages.ts'
import * as linksAcrossSpaces from './0391-links-across-spaces.ts'
import * as teamReviewers from './0400-team-reviewers.ts'
import * as sharedVariables from './0401-shared-variables.ts'
import * as confirmationTimes from './0410-confirmation-times.ts'
import * as pendingApiReferences from './0420-pending-api-references.ts'
import * as unlistedFiles from './0421-unlisted-files.ts'
import * as importUploads from './0422-import-uploads.ts'
import * as editingSessions from './0430-editing-sessions.ts'
import * as coAuthors from './0440-co-authors.ts'
import * as coediting from './0441-coediting.ts'
import * as coeditedSpaces from './0442-coedited-spaces.ts'

/** All migrations in order. They only go forward, and each number occurs once. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people-and-library': peopleAndLibrary,
  '0002-content': content,
  '0003-sites': sites,
  '0004-imports': imports,
  '0005-organization-stamps': organizationStamps,
  '0006-invites-fields-audit': invitesFieldsAudit,
  '0007-change-stream': changeStream,
  '0010-joining': joining,
  '0011-people-lists': peopleLists,
  '0012-sweeping': sweeping,
  '0020-change-requests': changeRequests,
  '0025-comments': comments,
  '0030-site-redirects': siteRedirects,
  '0031-site-audience': siteAudience,
  '0034-import-items': importItems,
  '0035-replaced-files': replacedFiles,
  '0036-presence': presence,
  '0037-site-customization': siteCustomization,
  '0038-site-addresses': siteAddresses,
  '0040-site-customization-preview': siteCustomizationPreview,
  '0041-share-link-limits': shareLinkLimits,
  '0048-change-request-seen': changeRequestSeen,
  '0055-search-words': searchWords,
  '0060-pages-without-index': pagesWithoutIndex,
  '0061-shown-reusables': shownReusables,
  '0070-site-plans': sitePlans,
  '0080-site-insights': siteInsights,
  '0090-site-reading-key': siteReadingKey,
  '0095-openapi-specs': openapiSpecs,
  '0100-site-grants': siteGrants,
  '0105-site-proxies': siteProxies,
  '0106-hostname-checks': hostnameChecks,
  '0110-restored-site-parts': restoredSiteParts,
  '0115-operation-words': operationWords,
  '0120-standard-names': standardNames,
  '0130-sign-in-policy': signInPolicy,
  '0131-single-sign-on': singleSignOn,
  '0132-verified-domains': verifiedDomains,
  '0133-second-factor': secondFactor,
  '0134-openid-connect': openidConnect,
  '0135-scim': scim,
  '0136-webhooks': webhooks,
  '0137-translations': translations,
  '0138-official-clients': officialClients,
  '0140-instances': instances,
  '0141-backup-runs': backupRuns,
  '0143-system': system,
  '0145-session-providers': sessionProviders,
  '0150-pending-changes': pendingChanges,
  '0152-search-indexes': searchIndexes,
  '0170-review-reminders': reviewReminders,
  '0171-home-and-pins': homeAndPins,
  '0190-access-requests': accessRequests,
  '0195-site-scheduled-actions': siteScheduledActions,
  '0200-lock-head': lockHead,
  '0220-live-pins': livePins,
  '0230-site-imports': siteImports,
  '0235-original-files': originalFiles,
  '0255-updated-by': updatedBy,
  '0256-derivation': derivation,
  '0280-generated-pages': generatedPages,
  '0281-openapi-schemas': openapiSchemas,
  '0300-shown-variables': shownVariables,
  '0310-git-sync': gitSync,
  '0320-merge-rules': mergeRules,
  '0325-conditional-content': conditionalContent,
  '0330-change-request-description': changeRequestDescription,
  '0340-notifications': notifications,
  '0350-email-preferences': emailPreferences,
  '0351-chat-webhooks': chatWebhooks,
  '0370-organization-ai': organizationAi,
  '0371-git-sync-merge-rules': gitSyncMergeRules,
  '0372-merge-queue': mergeQueue,
  '0375-page-freshness': pageFreshness,
  '0378-space-webhooks': spaceWebhooks,
  '0390-relocated-pages': relocatedPages,
  '0391-links-across-spaces': linksAcrossSpaces,
  '0400-team-reviewers': teamReviewers,
  '0401-shared-variables': sharedVariables,
  '0410-confirmation-times': confirmationTimes,
  '0420-pending-api-references': pendingApiReferences,
  '0421-unlisted-files': unlistedFiles,
  '0422-import-uploads': importUploads,
  '0430-editing-sessions': editingSessions,
  '0440-co-authors': coAuthors,
  '0441-coediting': coediting,
  '0442-coedited-spaces': coeditedSpaces,
}

/** Former names of migrations: databases that ran one of them under its old name must not run it again. */
export const formerNames: Readonly<Record<string, string>> = {
  '0001-people-and-shelves': '0001-people-and-library',
  '0035-import-items': '0034-import-items',
  '0036-replaced-files': '0035-replaced-files',
  '0036-who-is-here': '0036-presence',
  '0037-site-looks': '0037-site-customization',
  '0040-site-looks-preview': '0040-site-customization-preview',
  '0110-parts-come-back': '0110-restored-site-parts',
}
