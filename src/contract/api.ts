import { accessRequests } from './access-requests.ts'
import { apiInformation } from './api-information.ts'
import { auditEvents } from './audit-events.ts'
import { backups } from './backups.ts'
import { changeRequestContent } from './change-request-content.ts'
import { changeRequestReviews } from './change-request-reviews.ts'
import { changeRequestsSeen } from './change-request-seen.ts'
import { changeRequests } from './change-requests.ts'
import { coediting } from './coediting.ts'
import { collectionPermissions } from './collection-permissions.ts'
import { collections } from './collections.ts'
import { changeRequestCommentReplies, spaceCommentReplies } from './comment-replies.ts'
import { commenters } from './commenters.ts'
import { changeRequestComments, spaceComments } from './comments.ts'
import { changeRequestLinks, spaceLinks } from './content-links.ts'
import { customFields } from './custom-fields.ts'
import { customHostnames } from './custom-hostnames.ts'
import { emailPreferenceRoutes } from './email-preferences.ts'
import { embeds } from './embeds.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { follows, notificationSettingsRoutes } from './follows.ts'
import { home } from './home.ts'
import { icons } from './icons.ts'
import { importUploads } from './import-uploads.ts'
import { imports } from './imports.ts'
import { integrations } from './integrations.ts'
import { lastChanges } from './last-changes.ts'
import { library } from './library.ts'
import { members } from './members.ts'
import { mergeRules } from './merge-rules.ts'
import { notifications } from './notifications.ts'
import { oidcProviders } from './oidc-providers.ts'
import { openapiSpecs } from './openapi-specs.ts'
import { openapiVersions } from './openapi-versions.ts'
import { organizationInvites } from './organization-invites.ts'
import { organizations } from './organizations.ts'
import { pageActivity } from './page-activity.ts'
import { pageFreshnessRoutes } from './page-freshness.ts'
import { pins } from './pins.ts'
import { presence } from './presence.ts'
import { publishedSites } from './published-sites.ts'
import { revisions } from './revisions.ts'
import type { Route } from './route.ts'
import { samlProviders } from './saml-providers.ts'
import { scimTokens } from './scim-tokens.ts'
import { search } from './search.ts'
import { secondFactors } from './second-factor.ts'
import { sessions } from './sessions.ts'
import { sharedVariableRoutes } from './shared-variables.ts'
import { siteAudience } from './site-audience.ts'
import { siteChecks } from './site-checks.ts'
import { siteCustomizations } from './site-customization.ts'
import { siteHistory } from './site-history.ts'
import { siteImports } from './site-imports.ts'
import { siteInsights } from './site-insights.ts'
import { sitePermissions } from './site-permissions.ts'
import { sitePlans } from './site-plans.ts'
import { sitePublishing } from './site-publishing.ts'
import { siteRedirects } from './site-redirects.ts'
import { siteScheduledActions } from './site-scheduled-actions.ts'
import { siteSectionGroups } from './site-section-groups.ts'
import { siteSections } from './site-sections.ts'
import { siteShareLinks } from './site-share-links.ts'
import { siteSpaces } from './site-spaces.ts'
import { siteStructures } from './site-structure.ts'
import { sites } from './sites.ts'
import { spaceContent } from './space-content.ts'
import { spaceGitSyncs } from './space-git-sync.ts'
import { spacePermissions } from './space-permissions.ts'
import { spaceTranslations } from './space-translations.ts'
import { spaces } from './spaces.ts'
import { sso } from './sso.ts'
import { subdomains } from './subdomains.ts'
import { systems } from './system.ts'
import { teamMembers } from './team-members.ts'
import { teams } from './teams.ts'
import { tokens } from './tokens.ts'
import { translations } from './translations.ts'
import { urls } from './urls.ts'
import { users } from './users.ts'
import { verifiedDomains } from './verified-domains.ts'
import { webhooks } from './webhooks.ts'

/** Every resource by name; `api.siteSections.move` is one operation. */
export const api = {
  accessRequests,
  apiInformation,
  auditEvents,
  changeRequestCommentReplies,
  changeRequestComments,
  changeRequestContent,
  changeRequestLinks,
  changeRequestReviews,
  changeRequests,
  changeRequestsSeen,
  collectionPermissions,
  collections,
  commenters,
  customFields,
  coediting,
  customHostnames,
  emailPreferences: emailPreferenceRoutes,
  embeds,
  events,
  exports,
  home,
  icons,
  importUploads,
  imports,
  integrations,
  lastChanges,
  library,
  members,
  oidcProviders,
  openapiSpecs,
  openapiVersions,
  organizationInvites,
  organizations,
  pageActivity,
  pageFreshness: pageFreshnessRoutes,
  follows,
  mergeRules,
  notificationSettings: notificationSettingsRoutes,
  notifications,
  pins,
  presence,
  publishedSites,
  revisions,
  samlProviders,
  sso,
  scimTokens,
  search,
  secondFactors,
  sessions,
  sharedVariables: sharedVariableRoutes,
  siteAudience,
  siteChecks,
  siteCustomization: siteCustomizations,
  siteHistory,
  siteImports,
  siteInsights,
  sitePlans,
  sitePublishing,
  siteScheduledActions,
  sitePermissions,
  siteRedirects,
  siteSectionGroups,
  siteSections,
  siteShareLinks,
  siteSpaces,
  siteStructure: siteStructures,
  sites,
  spaceCommentReplies,
  spaceComments,
  spaceContent,
  spaceLinks,
  spacePermissions,
  spaceTranslations,
  spaces,
  subdomains,
  backups,
  systems,
  teamMembers,
  teams,
  tokens,
  translations,
  urls,
  users,
  verifiedDomains,
  webhooks,
  spaceGitSyncs,
} as const

/** Every operation of the contract, whether or not the server implements it yet. */
export const allRoutes: readonly Route[] = Object.values(api).flatMap((routes): Route[] =>
  Object.values(routes),
)
