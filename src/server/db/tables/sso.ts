import type { Role } from '#contract/shared/permissions.ts'
import type { Defaulted, Nullable, NullableJson } from './people.ts'

export type SsoProviderTable = {
  id: string
  organization_id: string
  type: 'saml' | 'oidc'
  label: string
  /** `pending` while its setup is not complete. */
  status: 'pending' | 'active'
  default_team_id: Nullable<string>
  default_role: Nullable<Role>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type SamlProviderTable = {
  provider_id: string
  entity_id: Nullable<string>
  sso_url: Nullable<string>
  /** One or two certificates, PEM. */
  certificate: Nullable<string>
}

export type SamlSigningKeyTable = {
  organization_id: string
  /** PKCS #8, PEM, sealed. */
  private_key: Buffer
  /** Self-signed, PEM. */
  certificate: string
  created_at: Date
}

/** An account at a provider that signs in to an account here. */
export type SsoIdentityTable = {
  organization_id: string
  provider_id: string
  subject: string
  user_id: string
  created_at: Date
  last_used_at: Date
}

/** A provider that a session was opened with. */
export type SessionProviderTable = { session_id: string; provider_id: string }

export type SsoRequestTable = {
  /** The id of the authentication request, or the state of an OpenID Connect sign-in. */
  id: string
  organization_id: string
  provider_id: string
  kind: 'sign-in' | 'link' | 'test'
  /** The signed-in user who links an account or tests a provider. */
  user_id: Nullable<string>
  /** Path in the dashboard to return to. */
  return_path: string
  /** Hash of the cookie that binds the request to a browser. */
  browser_hash: Nullable<Buffer>
  /** Values that the protocol needs again for the answer. */
  data: NullableJson<Record<string, unknown>>
  /** Set once: a second answer to the same request is a replay. */
  answered_at: Nullable<Date>
  /** Hash of the one-time ticket that completes the sign-in in the browser that began it. */
  ticket_hash: Nullable<Buffer>
  outcome: NullableJson<Record<string, unknown>>
  created_at: Date
  expires_at: Date
}

export type SsoTables = {
  sso_provider: SsoProviderTable
  saml_provider: SamlProviderTable
  saml_signing_key: SamlSigningKeyTable
  sso_identity: SsoIdentityTable
  sso_request: SsoRequestTable
  session_provider: SessionProviderTable
}
