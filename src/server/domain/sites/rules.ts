import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { DomainError, roleTooWeak } from '../../errors.ts'
import type { Structure } from './structure/structure.ts'

/** @throws {DomainError} `precondition_failed` when the site has no space. */
export function expectPublishable({ site, siteSpaces }: Structure): void {
  if (siteSpaces.length > 0) return
  throw new DomainError('precondition_failed', `“${site.title}” has no space to publish. Add one first`)
}

/** Settings that control who can read a site and at which address. */
const PUBLISHING_SETTINGS = ['visibility', 'adaptiveContent', 'basename', 'proxy'] as const

type SettingsChange = { readonly [Name in (typeof PUBLISHING_SETTINGS)[number]]?: unknown }

/**
 * Editors change the structure of a site; who can read it is decided with the role create.
 *
 * @throws {DomainError} `forbidden` when a change needs the role create and the caller lacks it.
 */
export function expectMayChange(role: Role | null, change: SettingsChange): void {
  const setting = PUBLISHING_SETTINGS.find((name) => change[name] !== undefined)
  if (setting === undefined || isAtLeast(role, 'create')) return
  throw roleTooWeak('create', `on this site to change “${setting}”`)
}
