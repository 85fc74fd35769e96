import type { AccessSource } from '#contract/access-permissions.ts'
import type { SiteAccessOrigin } from '#contract/site-permissions.ts'
import { labels } from './labels.ts'

/** Where a role comes from, as a sentence without a period: `Given to the team “Editors” on the collection “Docs”`. */
export function accessSourceLabel({ via, on, team }: AccessSource): string {
  const target = `the ${on.type} ${labels.quoted(on.title || labels.untitled)}`
  switch (via) {
    case 'organization-admin':
      return `Admins of ${on.title} may do everything in it`
    case 'grant':
      return `Given to them on ${target}`
    case 'team-grant':
      return `Given to the team ${labels.quoted(team?.title ?? '')} on ${target}`
    case 'default-level':
      return `Everybody’s level on ${target}`
    case 'organization-role':
      return `Their role in ${on.title}`
  }
}

/** Where a role on a site comes from, as a short label. */
export function accessOriginLabel(origin: SiteAccessOrigin): string {
  if (origin.type === 'organization') return origin.organization.title
  return origin.team === undefined ? 'Given by name' : `Team ${labels.quoted(origin.team.title)}`
}
