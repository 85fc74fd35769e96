import type { VisitorSchema } from '#contract/site-audience.ts'
import { mostToldPaths, type SiteFinding } from '#contract/site-checks.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { doubtsAbout } from '../../lib/condition-doubts.ts'
import { conditionsIn } from '../../lib/conditions-in.ts'
import { places } from '../../lib/places.ts'
import { counted, words } from '../../lib/words.ts'
import type { SitePlace } from './site-queries.ts'

/** One thing that is wrong with a site, and where it is put right. */
export type Trouble = {
  readonly key: string
  readonly says: string
  /** More of it, in a second line. */
  readonly more?: string
  /** The name of the act that leads to where it is put right. */
  readonly act: string
  readonly to: string
}

/** What was found, in words. */
export function troubleOf(
  { organizationId, siteId }: SitePlace,
  finding: SiteFinding,
  titleOf: (siteSpace: string) => string | undefined,
): Trouble {
  const structure = { act: 'Open the structure', to: places.site(organizationId, siteId) }
  if (finding.kind === 'no-space') {
    return { key: finding.kind, says: 'The site has no space to show', ...structure }
  }
  if (finding.kind === 'no-fallback') {
    return {
      key: finding.kind,
      says: 'Visitors who are not signed in are not led to where they could',
      more: 'Set the address of your sign-in page.',
      act: 'Open the audience',
      to: places.sitePart(organizationId, siteId, 'audience'),
    }
  }
  const key = `${finding.kind} ${finding.siteSpace}`
  const space = words.quoted(finding.title || words.untitled)
  switch (finding.kind) {
    case 'empty-space':
      return {
        key,
        says: `${space} has no page`,
        ...(finding.default ? { more: 'It is a default: readers meet it first.' } : {}),
        act: 'Write the first page',
        to: places.space(finding.space),
      }
    case 'broken-links':
      return {
        key,
        says: `${counted(finding.count, 'broken link')} in ${space}`,
        act: 'See the links',
        to: places.links(finding.space),
      }
    case 'hidden-pages': {
      const rest = finding.count - finding.paths.length
      const paths = finding.paths.map((path) => `/${path}`).join(', ')
      const by = words.quoted(titleOf(finding.by) || words.untitled)
      return {
        key: `${key} ${finding.by}`,
        says: `${counted(finding.count, 'page')} of ${space} hidden by ${by}, which is at the same address`,
        more: rest > 0 && finding.paths.length === mostToldPaths ? `${paths} and ${rest} more` : paths,
        ...structure,
      }
    }
  }
}

/** What is doubtful about the conditions of a site's parts. */
export function conditionTroubles(
  { organizationId, siteId }: SitePlace,
  structure: SiteStructure,
  schema: VisitorSchema,
): Trouble[] {
  return conditionsIn(structure).flatMap(({ id, title, condition, isDefault }) => {
    if (condition === undefined) return []
    const doubts = doubtsAbout(condition, schema, isDefault)
    return doubts.map((doubt) => ({
      key: `${id} ${doubt}`,
      says: `The condition of ${words.quoted(title || words.untitled)} is doubtful`,
      more: `${doubt}.`,
      act: 'See who sees what',
      to: places.sitePart(organizationId, siteId, 'audience'),
    }))
  })
}

/** The titles of the site spaces of a structure, by id. */
export function titlesIn(structure: SiteStructure): ReadonlyMap<string, string> {
  const spaces =
    structure.type === 'siteSpaces'
      ? structure.structure
      : structure.structure
          .flatMap((part) => (part.object === 'site-section' ? [part] : part.sections))
          .flatMap(({ siteSpaces }) => siteSpaces)
  return new Map(spaces.map(({ id, title }) => [id, title]))
}
