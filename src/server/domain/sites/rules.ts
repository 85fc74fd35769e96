import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { DomainError } from '../../errors.ts'
import type { Structure } from './structure/structure.ts'

/** @throws {DomainError} `precondition_failed` when the site has nothing to show. */
export function expectPublishable({ site, siteSpaces }: Structure): void {
  if (siteSpaces.length > 0) return
  throw new DomainError('precondition_failed', `“${site.title}” has no space to publish; add one first`)
}

/** The settings that say who may read a site and where it stands. */
const PUBLISHING_SETTINGS = ['visibility', 'adaptiveContent', 'basename', 'proxy'] as const

type SettingsChange = { readonly [Name in (typeof PUBLISHING_SETTINGS)[number]]?: unknown }

/**
 * Whoever edits a site arranges it; to whom it is shown is for those who may publish it.
 *
 * @throws {DomainError} `forbidden` when a change opens or moves the site and the role is too weak for that.
 */
export function expectMayChange(role: Role | null, change: SettingsChange): void {
  const named = PUBLISHING_SETTINGS.find((name) => change[name] !== undefined)
  if (named === undefined || isAtLeast(role, 'create')) return
  throw new DomainError('forbidden', `You need the role create on this site to change “${named}”`, {
    needed: 'create',
  })
}
