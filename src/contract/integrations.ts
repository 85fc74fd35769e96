import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, sitePath, spacePath } from './shared/paths.ts'

/** Lectern runs no third-party integrations, so every one of these lists is empty. */
const nothing = listOf(z.never())
const description =
  'Lectern has no third-party integrations, so this list is always empty. It exists for clients that read it.'

export const integrations = resource('integrations', {
  list: {
    id: 'listIntegrations',
    method: 'GET',
    path: '/integrations',
    summary: 'List the available integrations.',
    description,
    permission: 'user',
    query: paging,
    status: 200,
    response: nothing,
  },
  ofOrganization: {
    id: 'listOrganizationIntegrations',
    method: 'GET',
    path: '/orgs/:organizationId/integrations',
    summary: 'List the integrations that an organization can use.',
    description,
    permission: 'organization.member',
    params: organizationPath,
    query: paging,
    status: 200,
    response: nothing,
  },
  statusOfOrganization: {
    id: 'listOrganizationIntegrationsStatus',
    method: 'GET',
    path: '/orgs/:organizationId/integrations/installations-status',
    summary: 'List the integrations of an organization with the state of their installations.',
    description,
    permission: 'organization.member',
    params: organizationPath,
    query: paging,
    status: 200,
    response: nothing,
  },
  installations: {
    id: 'listOrganizationInstallations',
    method: 'GET',
    path: '/orgs/:organizationId/installations',
    summary: 'List the integrations that are installed in an organization.',
    description,
    permission: 'organization.member',
    params: organizationPath,
    query: paging,
    status: 200,
    response: nothing,
  },
  ofSite: {
    id: 'listSiteIntegrations',
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/integrations',
    summary: 'List the integrations that are installed on a site.',
    description,
    permission: 'site.view',
    params: sitePath,
    query: paging,
    status: 200,
    response: nothing,
  },
  ofSpace: {
    id: 'listSpaceIntegrations',
    method: 'GET',
    path: '/spaces/:spaceId/integrations',
    summary: 'List the integrations that are installed in a space.',
    description,
    permission: 'space.view',
    params: spacePath,
    query: paging,
    status: 200,
    response: nothing,
  },
  blocksOfSpace: {
    id: 'listSpaceIntegrationBlocks',
    method: 'GET',
    path: '/spaces/:spaceId/integration-blocks',
    summary: 'List the blocks that integrations add to the editor of a space.',
    description,
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: z.array(z.never()),
  },
})
