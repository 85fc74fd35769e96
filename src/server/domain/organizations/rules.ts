import type { Role } from '#contract/shared/permissions.ts'

/** An organization's settings as a PATCH would write them. */
export type Settings = {
  readonly title: string
  readonly emailDomains: readonly string[]
  readonly hostname: string | null
  readonly defaultRole: Role | null
  readonly defaultContent: { readonly type: 'site'; readonly site: string } | null
  readonly logo: string | null
  readonly sso: boolean
  readonly secondFactor: 'optional' | 'required'
  readonly ai: boolean
  readonly inviteLinks: boolean
}

/** The settings with the changes applied, and each email domain once. */
export function settingsAfter(
  before: Settings,
  changes: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): Settings {
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: Settings = { ...before, ...defined }
  return { ...after, emailDomains: [...new Set(after.emailDomains)] }
}

/** The domain of an email address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether a user can join without an invite: their address is verified and its domain allowed. */
export const canJoinByDomain = (
  account: { readonly email: string; readonly emailVerifiedAt: Date | null },
  emailDomains: readonly string[],
): boolean => account.emailVerifiedAt !== null && emailDomains.includes(domainOf(account.email))
