import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { spacePath } from './shared/paths.ts'
import { id, timestamp } from './shared/values.ts'
import { space, spaceTitle } from './spaces.ts'
import { translationLanguage } from './translations.ts'

/** How a page of a translation relates to the page that it translates. */
export const translationState = z
  .enum(['up-to-date', 'outdated', 'unconfirmed', 'missing', 'unpaired'])
  .describe(
    'up-to-date: the original is as it was when the translation was last confirmed; outdated: it has changed since; unconfirmed: no one has confirmed the translation yet; missing: a page of the original without a translation; unpaired: a page without an original',
  )
export type TranslationState = z.infer<typeof translationState>

const pageRef = z.object({ id, title: z.string(), path: z.string(), updatedAt: timestamp })

export const translatedPage = z
  .object({
    object: z.literal('translated-page'),
    state: translationState,
    page: pageRef.optional().describe('The page of the translation; absent if it is missing'),
    source: pageRef.optional().describe('The page that it translates; absent if it is unpaired'),
    pairing: z
      .enum(['stored', 'id', 'path'])
      .optional()
      .describe('stored: set by a person or by a confirmation; id, path: the pages have the same id or path'),
    confirmed: z
      .object({
        revision: id.describe('The revision of the source space that the translation was compared with'),
        at: timestamp,
        by: id.optional().describe('The member who confirmed it'),
      })
      .optional(),
  })
  .meta({ id: 'TranslatedPage' })
export type TranslatedPage = z.infer<typeof translatedPage>

const count = z.number().int().min(0)

export const spaceTranslation = z
  .object({
    object: z.literal('space-translation'),
    space: z.object({ id, title: z.string() }).describe('The translation'),
    source: z.object({ id, title: z.string() }),
    language: translationLanguage,
    settings: id.optional(),
    machineTranslation: z
      .boolean()
      .describe('Whether pages can be translated with a machine: the operator has configured a provider'),
    pages: z
      .object({
        total: count.describe('Pages of the source space'),
        upToDate: count,
        outdated: count,
        unconfirmed: count,
        missing: count,
        unpaired: count,
      })
      .describe('Documents only; groups and links have no text to translate'),
  })
  .meta({ id: 'SpaceTranslation' })
export type SpaceTranslation = z.infer<typeof spaceTranslation>

const translation = z.object({
  language: translationLanguage,
  settings: id.optional().describe('Translation settings that contain the language'),
})
const one = '/spaces/:spaceId/translation'
const pagePath = spacePath.extend({ pageId: id })

export const spaceTranslations = resource('spaceTranslations', {
  list: {
    id: 'listSpaceTranslations',
    method: 'GET',
    path: '/spaces/:spaceId/translations',
    summary: 'List the translations of a space that the caller can view, with their progress.',
    permission: 'space.view',
    params: spacePath,
    query: paging,
    status: 200,
    response: listOf(spaceTranslation),
  },
  create: {
    id: 'createSpaceTranslation',
    method: 'POST',
    path: '/spaces/:spaceId/translations',
    summary: 'Create a translation of a space: a copy with the same pages, to be translated.',
    description:
      'Returns 409 if the space is a translation itself, or already has a translation into this language.',
    permission: 'space.create',
    params: spacePath,
    body: translation.extend({
      title: spaceTitle.min(1).optional().describe('The title of the original with the language by default'),
    }),
    status: 201,
    response: space,
  },
  get: {
    id: 'getSpaceTranslation',
    method: 'GET',
    path: one,
    summary: 'Get what a space translates and its progress; 404 if it translates no space.',
    description: 'The caller must be allowed to view the source space as well.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: spaceTranslation,
  },
  put: {
    id: 'putSpaceTranslation',
    method: 'PUT',
    path: one,
    summary: 'Mark a space as the translation of another one.',
    description:
      'Requires the edit role in the source space. Returns 409 if the source space is a translation itself, if this space has translations, or if there is already a translation into this language.',
    permission: 'space.admin',
    params: spacePath,
    body: translation.extend({
      source: id.describe('The space it translates'),
      confirmed: z
        .literal(true)
        .optional()
        .describe('Confirms all pages that have an original, as they are now'),
    }),
    status: 200,
    response: space,
    versioned: true,
  },
  delete: {
    id: 'deleteSpaceTranslation',
    method: 'DELETE',
    path: one,
    summary: 'Turn a translation into an independent space. The status of its pages is deleted.',
    permission: 'space.admin',
    params: spacePath,
    status: 204,
    versioned: true,
  },
  pages: {
    id: 'listTranslatedPages',
    method: 'GET',
    path: `${one}/pages`,
    summary: 'List the pages of a translation and its original with their status, by path.',
    description: 'The caller must be allowed to view the source space as well.',
    permission: 'space.view',
    params: spacePath,
    query: paging.extend({ state: translationState.optional() }),
    status: 200,
    response: listOf(translatedPage),
  },
  page: {
    id: 'getTranslatedPage',
    method: 'GET',
    path: `${one}/pages/:pageId`,
    summary: 'Get the state of one page of a translation.',
    permission: 'space.view',
    params: pagePath,
    status: 200,
    response: translatedPage,
  },
  updatePage: {
    id: 'updateTranslatedPage',
    method: 'PATCH',
    path: `${one}/pages/:pageId`,
    summary: 'Confirm that a page is up to date, or set which page it translates.',
    permission: 'space.edit',
    params: pagePath,
    body: z.object({
      source: id
        .nullable()
        .optional()
        .describe('The page it translates, null for none; another page than before removes the confirmation'),
      confirmed: id
        .nullable()
        .optional()
        .describe('The revision of the source space it is up to date with; null removes the confirmation'),
    }),
    status: 200,
    response: translatedPage,
  },
  translatePage: {
    id: 'translatePageByMachine',
    method: 'POST',
    path: `${one}/pages/:pageId/machine-translation`,
    summary: 'Create a draft change request in which a machine has translated the page from its original.',
    description:
      'Only text is translated; code, links, tags and variables don’t change. Blocks whose original hasn’t changed since the last confirmation keep their translation. Returns 409 if the operator hasn’t configured a provider, or the page has no original or more than 100,000 characters, and 400 `upstream` if the provider fails.',
    permission: 'space.edit',
    params: pagePath,
    status: 201,
    response: changeRequest,
  },
})
