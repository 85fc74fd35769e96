import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { positionOf } from './shared/position-schema.ts'
import { iconName, id, noDraft, urlsOf, version } from './shared/values.ts'
import { siteSection } from './site-sections.ts'

export const siteSectionGroupTitle = z.string().min(1).max(100)

export const siteSectionGroup = z
  .object({
    object: z.literal('site-section-group'),
    id,
    title: siteSectionGroupTitle,
    icon: iconName.optional(),
    sections: z.array(siteSection),
    children: z.array(siteSection).optional().describe('The same as `sections`'),
    draft: noDraft,
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'SiteSectionGroup' })
export type SiteSectionGroup = z.infer<typeof siteSectionGroup>

/** A neighbor of a section group at the top level of the site. */
const topLevelNeighbor = z.object({ type: z.enum(['site-section', 'site-section-group']), id })

export const siteSectionGroupPath = sitePath.extend({ siteSectionGroupId: id })
const base = '/orgs/:organizationId/sites/:siteId/section-groups'
const one = `${base}/:siteSectionGroupId` as const

export const siteSectionGroups = resource('siteSectionGroups', {
  list: {
    id: 'listSiteSectionGroups',
    method: 'GET',
    path: base,
    summary: 'List the section groups of a site in order.',
    permission: 'site.view',
    params: sitePath,
    query: paging,
    status: 200,
    response: listOf(siteSectionGroup),
  },
  create: {
    id: 'createSiteSectionGroup',
    method: 'POST',
    path: base,
    summary: 'Create a section group, optionally with sections to move into it.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      title: siteSectionGroupTitle,
      icon: iconName.nullable().optional(),
      sections: z.array(id).max(1000).optional().describe('Sections to move into it, in this order'),
      position: positionOf(topLevelNeighbor).optional().describe('Absent for the end of the top level'),
    }),
    status: 201,
    response: siteSectionGroup,
  },
  update: {
    id: 'updateSiteSectionGroup',
    method: 'PATCH',
    path: one,
    summary: 'Update the title or icon of a section group. Omitted fields don’t change.',
    permission: 'site.edit',
    params: siteSectionGroupPath,
    body: z.object({
      title: siteSectionGroupTitle.optional(),
      icon: iconName.nullable().optional().describe('null removes it'),
    }),
    status: 200,
    response: siteSectionGroup,
    versioned: true,
  },
  delete: {
    id: 'deleteSiteSectionGroup',
    method: 'DELETE',
    path: one,
    summary: 'Delete a section group. Its sections take its place.',
    permission: 'site.edit',
    params: siteSectionGroupPath,
    status: 205,
    versioned: true,
  },
  addSection: {
    id: 'addSectionToSiteSectionGroup',
    method: 'POST',
    path: `${one}/sections`,
    summary: 'Move a section to the end of a section group.',
    permission: 'site.edit',
    params: siteSectionGroupPath,
    body: z.object({ sectionId: id }),
    status: 201,
    response: siteSectionGroup,
  },
  removeSection: {
    id: 'removeSectionFromSiteSectionGroup',
    method: 'DELETE',
    path: `${one}/sections/:siteSectionId`,
    summary: 'Move a section out of a section group. It stays on the site, right after the group.',
    permission: 'site.edit',
    params: siteSectionGroupPath.extend({ siteSectionId: id }),
    status: 205,
  },
  move: {
    id: 'moveSiteSectionGroup',
    method: 'POST',
    path: `${one}/move`,
    summary:
      'Move a section group before or after a section or a group. Without a position, it moves to the end.',
    permission: 'site.edit',
    params: siteSectionGroupPath,
    body: z.object({
      position: positionOf(topLevelNeighbor).optional(),
    }),
    bodyOptional: true,
    status: 200,
    response: siteSectionGroup,
    versioned: true,
  },
})
