import { MAX_SAML_PROVIDERS } from '#contract/saml-providers.ts'
import type { Issue } from '#contract/shared/errors.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { DomainError } from '../../errors.ts'
import { certificateError } from './certificates.ts'

/** The settings of a SAML provider as they are stored; null is not set. */
export type SamlSettings = {
  readonly label: string
  readonly entityId: string | null
  readonly ssoUrl: string | null
  readonly certificate: string | null
  readonly defaultTeamId: string | null
  readonly defaultRole: Role | null
}

/** The fields of a request. A field that is left out does not change; null and an empty text clear it. */
export type SamlInput = {
  readonly label?: string | undefined
  readonly entityID?: string | null | undefined
  readonly ssoURL?: string | null | undefined
  readonly certificate?: string | null | undefined
  readonly defaultTeam?: string | null | undefined
  readonly defaultRole?: Role | null | undefined
}

/** The settings with the changes of a request. */
export const settingsAfter = (before: SamlSettings, input: SamlInput): SamlSettings => ({
  label: input.label ?? before.label,
  entityId: changed(before.entityId, input.entityID),
  ssoUrl: changed(before.ssoUrl, input.ssoURL),
  certificate: changed(before.certificate, input.certificate),
  defaultTeamId: changed(before.defaultTeamId, input.defaultTeam),
  defaultRole: input.defaultRole === undefined ? before.defaultRole : input.defaultRole,
})

const changed = (before: string | null, input: string | null | undefined): string | null =>
  input === undefined ? before : input?.trim() || null

/** A provider is active once responses can be requested and checked. */
export const statusOf = ({ entityId, ssoUrl, certificate }: SamlSettings): 'pending' | 'active' =>
  entityId !== null && ssoUrl !== null && certificate !== null ? 'active' : 'pending'

/** The fields of a request that cannot be stored. */
export function issuesOf({ certificate }: SamlInput): readonly Issue[] {
  const error = certificate?.trim() ? certificateError(certificate) : null
  return error === null ? [] : [{ path: ['body', 'certificate'], message: error }]
}

export const unknownTeam = (): Issue => ({
  path: ['body', 'defaultTeam'],
  message: 'This team isn’t in the organization',
})

export const tooManyProviders = () =>
  new DomainError('invalid_state', `An organization can have up to ${MAX_SAML_PROVIDERS} SAML providers`)
