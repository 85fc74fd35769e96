import { z } from 'zod'
import {
  type ContentChangeInput,
  contentTitle,
  pageDescription,
  pageSlug,
} from '#contract/content-changes.ts'
import type { Page, PageLayout } from '#contract/pages.ts'
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
  coverDark: z.string(),
  coverSize: z.enum(['hero', 'full', 'background']),
  coverHeight: z
    .string()
    .regex(/^(?:\d{2,3})?$/, 'Use a number from 10 to 700')
    .refine(
      (value) => value === '' || (Number(value) >= 10 && Number(value) <= 700),
      'Use a number from 10 to 700',
    ),
  width: z.enum(['default', 'wide']),
  tags: z.string().max(2_000),
  hidden: z.boolean(),
  noIndex: z.boolean(),
  noRobotsIndex: z.boolean(),
  showsTitle: z.boolean(),
  showsDescription: z.boolean(),
  showsTags: z.boolean(),
  showsActions: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
})
export type PageSettings = z.infer<typeof pageSettings>

export function valuesOf(page: Page): PageSettings {
  const isDocument = page.type === 'document'
  return {
    title: page.title,
    emoji: page.emoji ?? '',
    slug: 'slug' in page ? page.slug : '',
    url: page.type === 'link' && page.target.kind === 'url' ? page.target.url : '',
    description: isDocument ? (page.description ?? '') : '',
    ...coverValues(page),
    tags: isDocument ? (page.tags ?? []).map(({ tag }) => tag.tag).join(', ') : '',
    hidden: 'hidden' in page && page.hidden === true,
    noIndex: 'noIndex' in page && page.noIndex === true,
    noRobotsIndex: 'noRobotsIndex' in page && page.noRobotsIndex === true,
    ...layoutValues(isDocument ? page.layout : undefined),
  }
}

const layoutValues = (layout: PageLayout | undefined) => ({
  width: layout?.width ?? ('default' as const),
  coverSize: layout?.coverSize ?? ('hero' as const),
  showsTitle: layout?.title ?? true,
  showsDescription: layout?.description ?? true,
  showsTags: layout?.tags ?? true,
  showsActions: layout?.actions ?? true,
  tableOfContents: layout?.tableOfContents ?? true,
  outline: layout?.outline ?? true,
  pagination: layout?.pagination ?? true,
  metadata: layout?.metadata ?? true,
})

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
  const tags = tagsChange(page, before, after)
  const target = before.url === after.url || after.url === '' ? undefined : after.url
  const others = [layout, target, cover, tags]
  if (Object.keys(changedFields).length === 0 && others.every((change) => change === undefined))
    return undefined
  return {
    operation: 'update_page',
    page: page.id,
    ...changedFields,
    ...(layout ? { layout } : {}),
    ...(cover === undefined ? {} : { cover }),
    ...(tags === undefined ? {} : { tags }),
    ...(target === undefined ? {} : { target: { kind: 'url', url: target } }),
  }
}

/** Cover options other than an image of the space. */
export const NO_COVER = ''
export const EXTERNAL_COVER = 'elsewhere'

type CoverFields = 'cover' | 'coverUrl' | 'coverDark' | 'coverHeight'

function coverValues(page: Page): Pick<PageSettings, CoverFields> {
  const cover = page.type === 'document' ? page.cover : undefined
  const { ref, refDark, height } = cover ?? {}
  return {
    cover: ref?.kind === 'url' ? EXTERNAL_COVER : (ref?.file ?? NO_COVER),
    coverUrl: ref?.kind === 'url' ? ref.url : '',
    coverDark: refDark?.kind === 'url' ? EXTERNAL_COVER : (refDark?.file ?? NO_COVER),
    coverHeight: height === undefined ? '' : String(height),
  }
}

/** The cover to send: null removes it, undefined leaves it unchanged. */
function coverChange(page: Page, before: PageSettings, after: PageSettings) {
  const fields = ['cover', 'coverUrl', 'coverDark', 'coverHeight'] as const
  if (page.type !== 'document' || fields.every((field) => before[field] === after[field])) return undefined
  if (after.cover === NO_COVER || (after.cover === EXTERNAL_COVER && after.coverUrl === '')) return null
  const url = { kind: 'url' as const, url: after.coverUrl }
  return {
    ref: after.cover === EXTERNAL_COVER ? url : { kind: 'file' as const, file: after.cover },
    ...darkReference(page, after.coverDark),
    yPos: page.cover?.yPos ?? 0,
    ...(after.coverHeight === '' ? {} : { height: Number(after.coverHeight) }),
  }
}

/** The dark image of a cover: a file, or the URL that it already has. */
function darkReference(page: Extract<Page, { type: 'document' }>, value: string) {
  if (value === NO_COVER) return {}
  if (value !== EXTERNAL_COVER) return { refDark: { kind: 'file' as const, file: value } }
  return page.cover?.refDark ? { refDark: page.cover.refDark } : {}
}

/** Tags by their names; those that stay keep their other fields. */
function tagsChange(page: Page, before: PageSettings, after: PageSettings) {
  if (page.type !== 'document' || before.tags === after.tags) return undefined
  const current = new Map((page.tags ?? []).map((tag) => [tag.tag.tag, tag]))
  const names = after.tags.split(',').map((name) => name.trim().slice(0, 100))
  return [...new Set(names.filter(Boolean))]
    .slice(0, 50)
    .map((tag) => current.get(tag) ?? { tag: { kind: 'tag' as const, tag } })
}

/** The flags of a layout and the settings that contain them. */
const layoutFields = {
  width: 'width',
  coverSize: 'coverSize',
  title: 'showsTitle',
  description: 'showsDescription',
  tableOfContents: 'tableOfContents',
  outline: 'outline',
  pagination: 'pagination',
  metadata: 'metadata',
  tags: 'showsTags',
  actions: 'showsActions',
} as const satisfies Partial<Record<keyof PageLayout, keyof PageSettings>>

function layoutChange(page: Page, before: PageSettings, after: PageSettings) {
  const fields = Object.entries(layoutFields)
  if (page.type !== 'document' || fields.every(([, field]) => before[field] === after[field]))
    return undefined
  return { ...page.layout, ...Object.fromEntries(fields.map(([name, field]) => [name, after[field]])) }
}
