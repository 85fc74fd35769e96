import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import type { PagesSearch } from './search-params.ts'

/** The translation settings of an organization, page by page. */
export const settingsQuery = (organizationId: string) =>
  qPages(api.translations.list, { params: { organizationId }, query: { limit: 100 } })

/** All translation settings at once, for selecting one. */
export const allSettingsQuery = (organizationId: string) =>
  q(api.translations.list, { params: { organizationId }, query: { limit: 100 } })

export const oneSettingsQuery = (organizationId: string, translationSettingsId: string) =>
  q(api.translations.get, { params: { organizationId, translationSettingsId } })

/** The translations of a space; there is at most one per language. */
export const translationsQuery = (spaceId: string) =>
  q(api.spaceTranslations.list, { params: { spaceId }, query: { limit: 100 } })

/** What a space translates, and its progress. */
export const translationQuery = (spaceId: string) => q(api.spaceTranslations.get, { params: { spaceId } })

/** The pages of a translation, page by page. */
export const pagesQuery = (spaceId: string, state: PagesSearch['state']) =>
  qPages(api.spaceTranslations.pages, {
    params: { spaceId },
    query: { limit: 200, ...(state === undefined ? {} : { state }) },
  })

/** The pages to work on next: `outdated` or `unconfirmed`, and those `missing` for pairing. */
export const pagesInStateQuery = (spaceId: string, state: 'outdated' | 'unconfirmed' | 'missing') =>
  q(api.spaceTranslations.pages, { params: { spaceId }, query: { limit: 1000, state } })

export const pageStateQuery = (spaceId: string, pageId: string) =>
  q(api.spaceTranslations.page, { params: { spaceId, pageId } })
