import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { positionOf } from './shared/position-schema.ts'
import { condition, iconName, id, noDraft, pathSegment, shareKey, urlsOf, version } from './shared/values.ts'
import { siteSpace } from './site-spaces.ts'

export const siteSectionTitle = z.string().min(2).max(128)
export const siteSectionDescription = z.string().max(256)

export const siteSection = z
  .object({
    object: z.literal('site-section'),
    id,
    title: siteSectionTitle,
    description: siteSectionDescription.optional(),
    default: z.boolean().optional().describe('Shown under the site’s own address, without its path'),
    path: pathSegment,
    condition: condition.optional().describe('Decides whether a visitor sees the section'),
    sectionGroup: id.optional(),
    icon: iconName.optional(),
    siteSpaces: z.array(siteSpace),
    draft: noDraft,
    urls: urlsOf(['location'], ['published']),
    version,
  })
  .meta({ id: 'SiteSection' })
export type SiteSection = z.infer<typeof siteSection>

/** A neighbor of a section: another section or, at the top level, a section group. */
const siteSectionNeighbor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('site-section'), siteSection: id }),
  z.object({ type: z.literal('site-section-group'), siteSectionGroup: id }),
])

export const siteSectionPath = sitePath.extend({ siteSectionId: id })
const base = '/orgs/:organizationId/sites/:siteId/sections'
const one = `${base}/:siteSectionId` as const

export const siteSections = resource('siteSections', {
  list: {
    id: 'listSiteSections',
    method: 'GET',
    path: base,
    summary: 'List the sections of a site in their order, those in groups at the place of their group.',
    permission: 'site.view',
    params: sitePath,
    query: paging.extend({ shareKey }),
    status: 200,
    response: listOf(siteSection),
  },
  create: {
    id: 'createSiteSection',
    method: 'POST',
    path: base,
    summary: 'Add a section with a space; the first one takes in the spaces the site has so far.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      spaceId: id,
      title: z.string().min(2).max(64).nullable().optional().describe('The title of the space by default'),
      icon: iconName.nullable().optional(),
      sectionGroup: id
        .nullable()
        .optional()
        .describe(
          'Section group to add the section to; null for the top level; absent for where the neighbor in `position` is, else the top level',
        ),
      position: positionOf(siteSectionNeighbor)
        .optional()
        .describe('Absent for the end of the section group or the top level'),
    }),
    status: 201,
    response: siteSection,
  },
  update: {
    id: 'updateSiteSection',
    method: 'PATCH',
    path: one,
    summary: 'Change a section; fields that you omit keep their values.',
    permission: 'site.edit',
    params: siteSectionPath,
    body: z.object({
      title: siteSectionTitle.optional(),
      path: pathSegment.optional().describe('409 when another section has it; the old address redirects'),
      defaultSiteSpace: id.optional().describe('One of the section’s own'),
      condition: condition.nullable().optional().describe('null removes it'),
      icon: iconName.nullable().optional().describe('null removes it'),
      description: siteSectionDescription.nullable().optional().describe('null removes it'),
    }),
    status: 200,
    response: siteSection,
    versioned: true,
  },
  delete: {
    id: 'deleteSiteSection',
    method: 'DELETE',
    path: one,
    summary: 'Delete a section and take its spaces out of the site. The last section stays: 409.',
    permission: 'site.edit',
    params: siteSectionPath,
    status: 205,
    versioned: true,
  },
  move: {
    id: 'moveSiteSection',
    method: 'POST',
    path: `${one}/move`,
    summary: 'Move a section before or after another one; to the end without a position.',
    description:
      'Without `sectionGroup`, a section moved next to one in a group joins that group. Only the moved section gets a new version, and `If-Match` is about it.',
    permission: 'site.edit',
    params: siteSectionPath,
    body: z.object({
      sectionGroup: id
        .nullable()
        .optional()
        .describe(
          'Section group to move into, which may be empty; null for the top level; absent for where the neighbor in `position` is',
        ),
      position: positionOf(siteSectionNeighbor).optional(),
    }),
    bodyOptional: true,
    status: 200,
    response: siteSection,
    versioned: true,
  },
})
