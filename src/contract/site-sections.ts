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
    default: z.boolean().optional().describe('Shown at the address of the site, without its own path'),
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
    summary: 'List the sections of a site in order, those in a group at the position of the group.',
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
    summary: 'Add a section with a space. The first section gets the existing spaces of the site.',
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
    summary: 'Update a section. Omitted fields don’t change.',
    permission: 'site.edit',
    params: siteSectionPath,
    body: z.object({
      title: siteSectionTitle.optional(),
      path: pathSegment.optional().describe('409 when another section has it; the old address redirects'),
      defaultSiteSpace: id.optional().describe('A site space of the section'),
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
    summary: 'Delete a section and remove its spaces from the site; 409 for the last section.',
    permission: 'site.edit',
    params: siteSectionPath,
    status: 205,
    versioned: true,
  },
  move: {
    id: 'moveSiteSection',
    method: 'POST',
    path: `${one}/move`,
    summary: 'Move a section before or after another. Without a position, it moves to the end.',
    description:
      'Without `sectionGroup`, a section moved next to one in a group joins that group. Only the moved section gets a new version, and `If-Match` applies to it.',
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
