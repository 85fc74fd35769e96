import { collectionPermissionHandlers, spacePermissionHandlers } from '../domain/access/handlers.ts'
import { accessRequestHandlers } from '../domain/access-requests/handlers.ts'
import { apiInformationHandlers } from '../domain/api-information/handlers.ts'
import { auditEventHandlers } from '../domain/audit-events/handlers.ts'
import { backupHandlers } from '../domain/backups/handlers.ts'
import {
  changeRequestCommentHandlers,
  changeRequestCommentReplyHandlers,
} from '../domain/change-request-comments/handlers.ts'
import { changeRequestContentHandlers } from '../domain/change-request-content/handlers.ts'
import { changeRequestLinkHandlers } from '../domain/change-request-links/handlers.ts'
import { changeRequestReviewHandlers } from '../domain/change-request-reviews/handlers.ts'
import { changeRequestHandlers } from '../domain/change-requests/handlers.ts'
import { changeRequestSeenHandlers } from '../domain/change-requests-seen/handlers.ts'
import { coeditingHandlers } from '../domain/coediting/handlers.ts'
import { collectionHandlers } from '../domain/collections/handlers.ts'
import { commenterHandlers } from '../domain/commenters/handlers.ts'
import { customFieldHandlers } from '../domain/custom-fields/handlers.ts'
import { customHostnameHandlers } from '../domain/custom-hostnames/handlers.ts'
import { emailPreferenceHandlers } from '../domain/email-preferences/handlers.ts'
import { embedHandlers } from '../domain/embeds/handlers.ts'
import { eventHandlers } from '../domain/events/handlers.ts'
import { exportHandlers } from '../domain/exports/handlers.ts'
import { followHandlers, notificationSettingsHandlers } from '../domain/follows/handlers.ts'
import { spaceGitSyncHandlers } from '../domain/git-sync/handlers.ts'
import { homeHandlers } from '../domain/home/handlers.ts'
import { iconHandlers } from '../domain/icons/handlers.ts'
import { importHandlers } from '../domain/imports/handlers.ts'
import { importUploadHandlers } from '../domain/imports/part-upload-handlers.ts'
import { integrationHandlers } from '../domain/integrations/handlers.ts'
import { lastChangeHandlers } from '../domain/last-changes/handlers.ts'
import { libraryHandlers } from '../domain/library/handlers.ts'
import { memberHandlers } from '../domain/members/handlers.ts'
import { mergeRulesHandlers } from '../domain/merge-rules/handlers.ts'
import { notificationHandlers } from '../domain/notifications/handlers.ts'
import { oidcProviderHandlers } from '../domain/oidc-providers/handlers.ts'
import { openapiSpecHandlers } from '../domain/openapi-specs/handlers.ts'
import { openapiVersionHandlers } from '../domain/openapi-specs/version-handlers.ts'
import { organizationInviteHandlers } from '../domain/organization-invites/handlers.ts'
import { organizationHandlers } from '../domain/organizations/handlers.ts'
import { pageActivityHandlers } from '../domain/page-activity/handlers.ts'
import { pageFreshnessHandlers } from '../domain/page-freshness/handlers.ts'
import { pageMoveHandlers } from '../domain/page-moves/handlers.ts'
import { pinHandlers } from '../domain/pins/handlers.ts'
import { presenceHandlers } from '../domain/presence/handlers.ts'
import { revisionHandlers } from '../domain/revisions/handlers.ts'
import { samlProviderHandlers } from '../domain/saml-providers/handlers.ts'
import { scimTokenHandlers } from '../domain/scim-tokens/handlers.ts'
import { searchHandlers } from '../domain/search/handlers.ts'
import { secondFactorHandlers } from '../domain/second-factor/handlers.ts'
import { sessionHandlers } from '../domain/sessions/handlers.ts'
import { sharedVariableHandlers } from '../domain/shared-variables/handlers.ts'
import { siteAudienceHandlers } from '../domain/site-audience/handlers.ts'
import { siteCheckHandlers } from '../domain/site-checks/handlers.ts'
import { siteCustomizationHandlers } from '../domain/site-customization/handlers.ts'
import { siteHistoryHandlers } from '../domain/site-history/handlers.ts'
import { siteImportHandlers } from '../domain/site-imports/handlers.ts'
import { siteInsightsHandlers } from '../domain/site-insights/handlers.ts'
import { sitePermissionHandlers } from '../domain/site-permissions/handlers.ts'
import { sitePlanHandlers } from '../domain/site-plans/handlers.ts'
import { sitePublishingHandlers } from '../domain/site-publishing/handlers.ts'
import { siteRedirectHandlers } from '../domain/site-redirects/handlers.ts'
import { siteScheduledActionHandlers } from '../domain/site-scheduled-actions/handlers.ts'
import { siteShareLinkHandlers } from '../domain/site-share-links/handlers.ts'
import { siteSectionGroupHandlers } from '../domain/sites/group-handlers.ts'
import { siteSectionHandlers } from '../domain/sites/section-handlers.ts'
import { siteHandlers } from '../domain/sites/site-handlers.ts'
import { siteSpaceHandlers } from '../domain/sites/site-space-handlers.ts'
import { siteStructureHandlers } from '../domain/sites/structure-handlers.ts'
import { spaceCommentHandlers, spaceCommentReplyHandlers } from '../domain/space-comments/handlers.ts'
import { spaceContentHandlers } from '../domain/space-content/handlers.ts'
import { spaceReusableContentHandlers } from '../domain/space-content/reusable-content-handlers.ts'
import { spaceLinkHandlers } from '../domain/space-links/handlers.ts'
import { spaceHandlers } from '../domain/spaces/handlers.ts'
import { ssoHandlers } from '../domain/sso/handlers.ts'
import { subdomainHandlers } from '../domain/subdomains/handlers.ts'
import { systemHandlers } from '../domain/system/handlers.ts'
import { teamMemberHandlers } from '../domain/team-members/handlers.ts'
import { teamHandlers } from '../domain/teams/handlers.ts'
import { tokenHandlers } from '../domain/tokens/handlers.ts'
import { spaceTranslationHandlers } from '../domain/translations/handlers.ts'
import { translationHandlers } from '../domain/translations/settings-handlers.ts'
import { spaceTrashHandlers } from '../domain/trash/space-handlers.ts'
import { userHandlers } from '../domain/users/handlers.ts'
import { verifiedDomainHandlers } from '../domain/verified-domains/handlers.ts'
import { webhookDeliveryHandlers } from '../domain/webhooks/delivery-handlers.ts'
import { webhookHandlers } from '../domain/webhooks/handlers.ts'
import type { Operation } from '../handle.ts'
import { sitePreviewHandlers } from '../publishing/handlers/preview-handlers.ts'
import { publishedSiteHandlers } from '../publishing/handlers/published-site-handlers.ts'
import { redirectResolutionHandlers } from '../publishing/handlers/redirect-handlers.ts'
import { siteSearchHandlers } from '../publishing/handlers/site-search-handlers.ts'
import { urlHandlers } from '../publishing/handlers/url-handlers.ts'

/** The handlers of every resource. */
export const operations: readonly Operation[] = [
  ...accessRequestHandlers,
  ...apiInformationHandlers,
  ...commenterHandlers,
  ...emailPreferenceHandlers,
  ...embedHandlers,
  ...spaceReusableContentHandlers,
  ...integrationHandlers,
  ...secondFactorHandlers,
  ...sessionHandlers,
  ...userHandlers,
  ...tokenHandlers,
  ...organizationHandlers,
  ...organizationInviteHandlers,
  ...memberHandlers,
  ...teamHandlers,
  ...teamMemberHandlers,
  ...auditEventHandlers,
  ...verifiedDomainHandlers,
  ...libraryHandlers,
  ...collectionHandlers,
  ...collectionPermissionHandlers,
  ...spaceHandlers,
  ...spaceTrashHandlers,
  ...spacePermissionHandlers,
  ...customFieldHandlers,
  ...translationHandlers,
  ...spaceTranslationHandlers,
  ...oidcProviderHandlers,
  ...openapiSpecHandlers,
  ...openapiVersionHandlers,
  ...samlProviderHandlers,
  ...ssoHandlers,
  ...spaceContentHandlers,
  ...spaceLinkHandlers,
  ...followHandlers,
  ...homeHandlers,
  ...notificationHandlers,
  ...notificationSettingsHandlers,
  ...pageActivityHandlers,
  ...pageFreshnessHandlers,
  ...pageMoveHandlers,
  ...lastChangeHandlers,
  ...mergeRulesHandlers,
  ...sharedVariableHandlers,
  ...pinHandlers,
  ...presenceHandlers,
  ...coeditingHandlers,
  ...revisionHandlers,
  ...changeRequestHandlers,
  ...changeRequestSeenHandlers,
  ...changeRequestContentHandlers,
  ...changeRequestReviewHandlers,
  ...changeRequestLinkHandlers,
  ...spaceCommentHandlers,
  ...spaceCommentReplyHandlers,
  ...changeRequestCommentHandlers,
  ...changeRequestCommentReplyHandlers,
  ...searchHandlers,
  ...siteSearchHandlers,
  ...iconHandlers,
  ...importUploadHandlers,
  ...importHandlers,
  ...exportHandlers,
  ...eventHandlers,
  ...siteHandlers,
  ...customHostnameHandlers,
  ...siteStructureHandlers,
  ...sitePlanHandlers,
  ...siteHistoryHandlers,
  ...siteSectionHandlers,
  ...siteSectionGroupHandlers,
  ...siteSpaceHandlers,
  ...sitePermissionHandlers,
  ...siteRedirectHandlers,
  ...redirectResolutionHandlers,
  ...siteShareLinkHandlers,
  ...sitePublishingHandlers,
  ...siteScheduledActionHandlers,
  ...sitePreviewHandlers,
  ...siteAudienceHandlers,
  ...siteCheckHandlers,
  ...siteCustomizationHandlers,
  ...publishedSiteHandlers,
  ...siteImportHandlers,
  ...siteInsightsHandlers,
  ...subdomainHandlers,
  ...backupHandlers,
  ...systemHandlers,
  ...urlHandlers,
  ...scimTokenHandlers,
  ...webhookHandlers,
  ...webhookDeliveryHandlers,
  ...spaceGitSyncHandlers,
]
