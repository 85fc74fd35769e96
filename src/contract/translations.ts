import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { flags, id, timestamp, urlsOf, version } from './shared/values.ts'

/** The languages that content can be written in: BCP 47 tags in lower case. */
export const translationLanguages =
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  )
export const translationLanguage = z
  .enum(translationLanguages)
  .describe('Language, BCP 47 in lower case, such as `pt-br`')

const title = z.string().min(1, 'Enter a title').max(100)
const languages = z
  .array(translationLanguage)
  .max(translationLanguages.length)
  .refine((values) => new Set(values).size === values.length, 'Add each language only once')
  .describe('One entry per language')

export const translationSettings = z
  .object({
    object: z.literal('translation-settings'),
    id,
    title,
    languages: z.array(translationLanguage),
    createdAt: timestamp,
    updatedAt: timestamp,
    permissions: flags('view', 'edit'),
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'TranslationSettings' })
export type TranslationSettings = z.infer<typeof translationSettings>

const settings = z.object({ title, languages: languages.optional() })
const base = '/orgs/:organizationId/translations'
const one = `${base}/:translationSettingsId` as const
const settingsPath = organizationPath.extend({ translationSettingsId: id })

export const translations = resource('translations', {
  list: {
    id: 'listTranslationSettings',
    method: 'GET',
    path: base,
    summary: 'List the translation settings of an organization.',
    permission: 'organization.view',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(translationSettings),
  },
  create: {
    id: 'createTranslationSettings',
    method: 'POST',
    path: base,
    summary: 'Create translation settings.',
    description: 'An organization can have up to 100 translation settings. Beyond that, returns 409.',
    permission: 'organization.create',
    params: organizationPath,
    body: settings,
    status: 201,
    response: translationSettings,
  },
  get: {
    id: 'getTranslationSettings',
    method: 'GET',
    path: one,
    summary: 'Get translation settings.',
    permission: 'organization.view',
    params: settingsPath,
    status: 200,
    response: translationSettings,
  },
  put: {
    id: 'putTranslationSettings',
    method: 'PUT',
    path: one,
    summary: 'Update translation settings. Without `languages`, the languages don’t change.',
    permission: 'organization.create',
    params: settingsPath,
    body: settings,
    status: 200,
    response: translationSettings,
    versioned: true,
  },
  delete: {
    id: 'deleteTranslationSettings',
    method: 'DELETE',
    path: one,
    summary: 'Delete translation settings. Translated spaces don’t change.',
    permission: 'organization.create',
    params: settingsPath,
    status: 205,
    versioned: true,
  },
})
