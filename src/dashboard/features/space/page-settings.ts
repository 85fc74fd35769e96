import { z } from 'zod'
import {
  type ContentChangeInput,
  contentTitle,
  pageDescription,
  pageSlug,
} from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { emoji, uri } from '#contract/shared/values.ts'

/** Fields of the settings dialog; each kind of page uses some of them. */
export const pageSettings = z.object({
  title: contentTitle,
  emoji,
  slug: pageSlug,
  url: uri.or(z.literal('')),
  description: pageDescription,
  cover: z.string(),
  coverUrl: uri.or(z.literal('')),
  hidden: z.boolean(),
  noIndex: z.boolean(),
  noRobotsIndex: z.boolean(),
  showsDescription: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
})
export type PageSettings = z.infer<typeof pageSettings>

export function valuesOf(page: Page): PageSettings {
  const layout = page.type === 'document' ? page.layout : undefined
  return {
    title: page.title,
    emoji: page.emoji ?? '',
    slug: 'slug' in page ? page.slug : '',
    url: page.type === 'link' && page.target.kind === 'url' ? page.target.url : '',
    description: page.type === 'document' ? (page.description ?? '') : '',
    ...coverValues(page),
    hidden: 'hidden' in page && page.hidden === true,
    noIndex: 'noIndex' in page && page.noIndex === true,
    noRobotsIndex: 'noRobotsIndex' in page && page.noRobotsIndex === true,
    showsDescription: layout?.description ?? true,
    outline: layout?.outline ?? true,
    pagination: layout?.pagination ?? true,
    metadata: layout?.metadata ?? true,
  }
}

/** Only the changed fields, so that concurrent changes of others survive; undefined if nothing changed. */
export function settingsChange(
  page: Page,
  before: PageSettings,
  after: PageSettings,
): ContentChangeInput | undefined {
  const names = ['title', 'emoji', 'slug', 'description', 'hidden', 'noIndex', 'noRobotsIndex'] as const
  const changedFields = Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
  const layout = layoutChange(page, before, after)
  const cover = coverChange(page, before, after)
  const target = before.url === after.url || after.url === '' ? undefined : after.url
  if (Object.keys(changedFields).length === 0 && !layout && target === undefined && cover === undefined)
    return undefined
  return {
    operation: 'update_page',
    page: page.id,
    ...changedFields,
    ...(layout ? { layout } : {}),
    ...(cover === undefined ? {} : { cover }),
    ...(target === undefined ? {} : { target: { kind: 'url', url: target } }),
  }
}

/** Cover options other than an image of the space. */
export const NO_COVER = ''
export const EXTERNAL_COVER = 'elsewhere'

function coverValues(page: Page): Pick<PageSettings, 'cover' | 'coverUrl'> {
  const ref = page.type === 'document' ? page.cover?.ref : undefined
  if (ref?.kind === 'url') return { cover: EXTERNAL_COVER, coverUrl: ref.url }
  return { cover: ref?.file ?? NO_COVER, coverUrl: '' }
}

/** The cover to send: null removes it, undefined leaves it unchanged. */
function coverChange(page: Page, before: PageSettings, after: PageSettings) {
  if (page.type !== 'document' || (before.cover === after.cover && before.coverUrl === after.coverUrl))
    return undefined
  const yPos = page.cover?.yPos ?? 0
  if (after.cover === NO_COVER) return null
  if (after.cover !== EXTERNAL_COVER) return { ref: { kind: 'file' as const, file: after.cover }, yPos }
  return after.coverUrl === '' ? null : { ref: { kind: 'url' as const, url: after.coverUrl }, yPos }
}

function layoutChange(page: Page, before: PageSettings, after: PageSettings) {
  const parts = ['showsDescription', 'outline', 'pagination', 'metadata'] as const
  if (page.type !== 'document' || parts.every((part) => before[part] === after[part])) return undefined
  const { showsDescription: description, outline, pagination, metadata } = after
  return { ...page.layout, description, outline, pagination, metadata }
}
