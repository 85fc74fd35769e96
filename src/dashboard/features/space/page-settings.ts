import { z } from 'zod'
import {
  type ContentChangeInput,
  contentTitle,
  pageDescription,
  pageSlug,
} from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { emoji, uri } from '#contract/shared/values.ts'

/** What the dialog asks for; each kind of page has a part of it. */
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

/** A page as the dialog shows it. */
export function valuesOf(page: Page): PageSettings {
  const layout = page.type === 'document' ? page.layout : undefined
  return {
    title: page.title,
    emoji: page.emoji ?? '',
    slug: 'slug' in page ? page.slug : '',
    url: page.type === 'link' && page.target.kind === 'url' ? page.target.url : '',
    description: page.type === 'document' ? (page.description ?? '') : '',
    ...coverIn(page),
    hidden: 'hidden' in page && page.hidden === true,
    noIndex: 'noIndex' in page && page.noIndex === true,
    noRobotsIndex: 'noRobotsIndex' in page && page.noRobotsIndex === true,
    showsDescription: layout?.description ?? true,
    outline: layout?.outline ?? true,
    pagination: layout?.pagination ?? true,
    metadata: layout?.metadata ?? true,
  }
}

/** Only what differs, so that what others change meanwhile stays; undefined when nothing does. */
export function changesOf(
  page: Page,
  before: PageSettings,
  after: PageSettings,
): ContentChangeInput | undefined {
  const plain = ['title', 'emoji', 'slug', 'description', 'hidden', 'noIndex', 'noRobotsIndex'] as const
  const changed = Object.fromEntries(
    plain.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
  const layout = layoutOf(page, before, after)
  const cover = coverOf(page, before, after)
  const target = before.url === after.url || after.url === '' ? undefined : after.url
  if (Object.keys(changed).length === 0 && !layout && target === undefined && cover === undefined)
    return undefined
  return {
    operation: 'update_page',
    page: page.id,
    ...changed,
    ...(layout ? { layout } : {}),
    ...(cover === undefined ? {} : { cover }),
    ...(target === undefined ? {} : { target: { kind: 'url', url: target } }),
  }
}

/** Choices of a cover that are not a picture of the space. */
export const noCover = ''
export const coverElsewhere = 'elsewhere'

function coverIn(page: Page): Pick<PageSettings, 'cover' | 'coverUrl'> {
  const ref = page.type === 'document' ? page.cover?.ref : undefined
  if (ref?.kind === 'url') return { cover: coverElsewhere, coverUrl: ref.url }
  return { cover: ref?.file ?? noCover, coverUrl: '' }
}

/** The cover as a change takes it: null takes it away, undefined leaves it as it is. */
function coverOf(page: Page, before: PageSettings, after: PageSettings) {
  if (page.type !== 'document' || (before.cover === after.cover && before.coverUrl === after.coverUrl))
    return undefined
  const yPos = page.cover?.yPos ?? 0
  if (after.cover === noCover) return null
  if (after.cover !== coverElsewhere) return { ref: { kind: 'file' as const, file: after.cover }, yPos }
  return after.coverUrl === '' ? null : { ref: { kind: 'url' as const, url: after.coverUrl }, yPos }
}

function layoutOf(page: Page, before: PageSettings, after: PageSettings) {
  const parts = ['showsDescription', 'outline', 'pagination', 'metadata'] as const
  if (page.type !== 'document' || parts.every((part) => before[part] === after[part])) return undefined
  const { showsDescription: description, outline, pagination, metadata } = after
  return { ...page.layout, description, outline, pagination, metadata }
}
