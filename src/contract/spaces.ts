import { z } from 'zod'
import { gitSync } from './git-sync.ts'
import { spaceMergeRules } from './merge-rules.ts'
import { resource } from './route.ts'
import { libraryMove } from './shared/library-position.ts'
import { MAX_LIBRARY_TITLE_LENGTH } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, spacePath } from './shared/paths.ts'
import {
  defaultLevelFrom,
  defaultLevelInput,
  emoji,
  flags,
  id,
  noIntegrations,
  nullableRole,
  shareKey,
  timestamp,
  uri,
  urlsOf,
  version,
} from './shared/values.ts'
import { translationLanguage } from './translations.ts'
import { user } from './users.ts'

export const spaceTitle = z.string().max(MAX_LIBRARY_TITLE_LENGTH)
export const editMode = z
  .enum(['live', 'locked'])
  .describe('live: direct edits are allowed; locked: no edits')

export const space = z
  .object({
    object: z.literal('space'),
    id,
    title: spaceTitle,
    emoji,
    visibility: z
      .enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'])
      .describe(
        'Who can read it: the visibility of its site, or private or in-collection if it is on no site',
      ),
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedBy: user
      .optional()
      .describe(
        'Who last changed its pages or settings, without an email address; absent if it is not known',
      ),
    deletedAt: timestamp.optional().describe('Set while the space is in the trash'),
    editMode: editMode.optional(),
    organization: id,
    parent: id.optional().describe('The collection it is in'),
    gitSync: gitSync.optional(),
    language: translationLanguage.optional().describe('The language of its content, if it is set'),
    translation: z
      .object({
        source: z.object({ space: id }).describe('The space that it translates'),
        language: translationLanguage,
        settings: id.optional().describe('Translation settings'),
      })
      .optional()
      .describe('Present if it is the translation of another space'),
    visitorAuth: z.object({ backend: z.enum(['custom', 'integration']).optional() }).optional(),
    revision: id.describe('The active revision'),
    defaultLevel: nullableRole.describe('Effective default level; null for no default access'),
    defaultLevelFrom: defaultLevelFrom.optional(),
    comments: z.number().int().describe('Open comments'),
    changeRequests: z.number().int().describe('Change requests with any status'),
    changeRequestsOpen: z.number().int(),
    changeRequestsDraft: z.number().int(),
    urls: urlsOf(['location', 'app'], ['published', 'public', 'icon']),
    permissions: flags(
      'view',
      'access',
      'admin',
      'viewInviteLinks',
      'edit',
      'triggerGitSync',
      'comment',
      'merge',
      'review',
    ).extend(noIntegrations('installIntegration')),
    mergeRules: spaceMergeRules.optional().describe('`GET …/merge-rules` also has those it inherits'),
    version,
  })
  .meta({ id: 'Space' })
export type Space = z.infer<typeof space>

export const spaces = resource('spaces', {
  list: {
    id: 'listSpaces',
    method: 'GET',
    path: '/orgs/:organizationId/spaces',
    summary: 'List the spaces of an organization that the caller can view.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      orderBy: z
        .enum(['createdAt', 'updatedAt'])
        .default('createdAt')
        .describe('createdAt: oldest first; updatedAt: most recently changed first'),
    }),
    status: 200,
    response: listOf(space),
  },
  create: {
    id: 'createSpace',
    method: 'POST',
    path: '/orgs/:organizationId/spaces',
    summary: 'Create a space at the end of its collection or of the library.',
    description:
      'Requires the create role in the collection given by `parent` or, without one, in the organization. The default title is “Untitled”.',
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({
      title: spaceTitle.optional(),
      emoji: emoji.optional(),
      parent: id.optional().describe('Collection to create it in'),
      editMode: editMode.optional(),
      empty: z.literal(true).optional().describe('Without pages'),
    }),
    bodyOptional: true,
    status: 201,
    response: space,
  },
  get: {
    id: 'getSpace',
    method: 'GET',
    path: '/spaces/:spaceId',
    summary: 'Get a space. People who can restore it can also get it from the trash.',
    permission: 'space.view',
    includesTrash: true,
    params: spacePath,
    query: z.object({ shareKey }),
    status: 200,
    response: space,
  },
  update: {
    id: 'updateSpace',
    method: 'PATCH',
    path: '/spaces/:spaceId',
    summary: 'Change the title, picture, language, edit mode or default level of a space.',
    permission: 'space.admin',
    params: spacePath,
    body: z.object({
      title: spaceTitle.optional(),
      emoji: emoji.nullable().optional().describe('null restores the default emoji'),
      icon: uri.nullable().optional().describe('URL of an image to show instead of the emoji'),
      editMode: editMode.optional(),
      language: translationLanguage.nullable().optional().describe('null removes it'),
      defaultLevel: defaultLevelInput.optional(),
    }),
    status: 200,
    response: space,
    versioned: true,
  },
  delete: {
    id: 'deleteSpace',
    method: 'DELETE',
    path: '/spaces/:spaceId',
    summary: 'Move a space to the trash. It is deleted permanently after 7 days.',
    permission: 'space.admin',
    params: spacePath,
    status: 205,
    versioned: true,
  },
  duplicate: {
    id: 'duplicateSpace',
    method: 'POST',
    path: '/spaces/:spaceId/duplicate',
    summary: 'Copy a space with its pages and files, without change requests, comments and permissions.',
    permission: 'space.create',
    params: spacePath,
    status: 201,
    response: space,
  },
  restore: {
    id: 'restoreSpace',
    method: 'POST',
    path: '/spaces/:spaceId/restore',
    summary: 'Restore a space from the trash; 404 after 7 days, 409 if it isn’t deleted.',
    description: 'If its collection has been deleted, it is restored to the top level of the library.',
    permission: 'space.admin',
    params: spacePath,
    includesTrash: true,
    status: 200,
    response: space,
  },
  move: {
    id: 'moveSpace',
    method: 'POST',
    path: '/spaces/:spaceId/move',
    summary: 'Move a space to another position or collection. Without a position, it moves to the end.',
    permission: 'space.admin',
    params: spacePath,
    body: libraryMove,
    bodyOptional: true,
    status: 200,
    response: space,
    versioned: true,
  },
  transfer: {
    id: 'transferSpace',
    method: 'POST',
    path: '/spaces/:spaceId/transfer',
    summary: 'Transfer a space to another organization, collection or both; 409 if nothing would change.',
    description:
      'Returns 412 if the caller can’t create spaces there, if a site uses the space, or if it is locked.',
    permission: 'space.admin',
    params: spacePath,
    body: z.object({
      organization: id,
      parent: id
        .nullable()
        .optional()
        .describe('Collection in the organization; null or absent for the top level'),
    }),
    status: 200,
    response: space,
  },
})
