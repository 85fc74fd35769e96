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
  readonly ai: boolean
  readonly inviteLinks: boolean
}

/** The settings with what is asked for in the place of what there was; a domain is let in once. */
export function settingsAfter(
  before: Settings,
  changes: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): Settings {
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: Settings = { ...before, ...defined }
  return { ...after, emailDomains: [...new Set(after.emailDomains)] }
}

/** The domain of an e-mail address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether a person may come in by themselves: the address is proven, and its domain is let in. */
export const canJoinByDomain = (
  account: { readonly email: string; readonly emailVerifiedAt: Date | null },
  emailDomains: readonly string[],
): boolean => account.emailVerifiedAt !== null && emailDomains.includes(domainOf(account.email))
