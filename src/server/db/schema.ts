import type { AccessRequestTables } from './tables/access-requests.ts'
import type { BackupTables } from './tables/backups.ts'
import type { ChangeRequestTables } from './tables/change-requests.ts'
import type { CoeditingTables } from './tables/coediting.ts'
import type { CommentTables } from './tables/comments.ts'
import type { ContentTables } from './tables/content.ts'
import type { EmailPreferenceTables } from './tables/email-preferences.ts'
import type { GitSyncTables } from './tables/git-sync.ts'
import type { ImportTables } from './tables/imports.ts'
import type { InsightsTables } from './tables/insights.ts'
import type { InstallationTables } from './tables/installation.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OidcTables } from './tables/oidc.ts'
import type { OpenapiTables } from './tables/openapi.ts'
import type { PageFreshnessTables } from './tables/page-freshness.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PinTables } from './tables/pins.ts'
import type { PresenceTables } from './tables/presence.ts'
import type { ScimTables } from './tables/scim.ts'
import type { SecondFactorTables } from './tables/second-factor.ts'
import type { SiteTables } from './tables/sites.ts'
import type { SsoTables } from './tables/sso.ts'
import type { SystemTables } from './tables/system.ts'
import type { TranslationTables } from './tables/translations.ts'
import type { VerifiedDomainTables } from './tables/verified-domains.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/** All tables with the names of the database; `queries.ts` files map them to those of the contract. */
export type Database = PeopleTables &
  ContentTables &
  PresenceTables &
  ChangeRequestTables &
  CoeditingTables &
  CommentTables &
  SecondFactorTables &
  SiteTables &
  SystemTables &
  TranslationTables &
  ImportTables &
  InsightsTables &
  InstallationTables &
  OpenapiTables &
  OidcTables &
  SsoTables &
  VerifiedDomainTables &
  ScimTables &
  WebhookTables &
  GitSyncTables &
  BackupTables &
  PinTables &
  NotificationTables &
  PageFreshnessTables &
  EmailPreferenceTables &
  AccessRequestTables
