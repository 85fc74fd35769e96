import { z } from 'zod'
import { type PageTag, pageMetaLinks, pageTags, pageVariables } from '#contract/pages.ts'
import { condition, uri } from '#contract/shared/values.ts'
import { isRecord, readLayout } from './layout-fields.ts'

/** Further fields of a page, from front matter or a table of contents. */
export type MoreFields = {
  readonly linkTitle?: string
  readonly noIndex?: true
  readonly noRobotsIndex?: true
  readonly condition?: string
  readonly layout?: Readonly<Record<string, unknown>>
  /** Image URLs as written. */
  readonly cover?: {
    readonly ref?: string
    readonly refDark?: string
    readonly yPos: number
    readonly height?: number
  }
  readonly tags?: readonly PageTag[]
  readonly variables?: z.infer<typeof pageVariables>
  readonly metaLinks?: z.infer<typeof pageMetaLinks>
  /** Front matter that has no effect. */
  readonly frontMatter?: FieldData
}

type FieldData = Readonly<Record<string, unknown>>

/** Reads the known fields; see `unusedFields` for the rest. */
export function moreFieldsOf(data: FieldData): MoreFields {
  const linkTitle = textIn(data.linkTitle)
  const shownWhen = conditionIn(data.condition) ?? conditionIn(data.if)
  const { layout } = readLayout(data.layout)
  const cover = coverIn(data)
  const tags = tagsIn(data.tags)
  const variables = pageVariables.safeParse(data.vars).data
  const metaLinks = metaLinksIn(data.metaLinks)
  return {
    ...(linkTitle === undefined ? {} : { linkTitle }),
    ...(data.noIndex === true ? { noIndex: true } : {}),
    ...(data.noRobotsIndex === true ? { noRobotsIndex: true } : {}),
    ...(shownWhen === undefined ? {} : { condition: shownWhen }),
    ...(Object.keys(layout).length === 0 ? {} : { layout }),
    ...(cover === undefined ? {} : { cover }),
    ...(tags === undefined ? {} : { tags }),
    ...(variables === undefined ? {} : { variables }),
    ...(metaLinks === undefined ? {} : { metaLinks }),
  }
}

/** Whether other tools don’t publish a page, or don’t list it. It is hidden unless its front matter says otherwise. */
export const isDraft = (data: FieldData): boolean => data.draft === true || data.unlisted === true

/** Front matter with a longer rest loses it: pages are stored next to each other. In characters of JSON. */
const MAX_UNUSED_LENGTH = 4_000

/** The fields of front matter that have no effect, as written, and their names for the report. */
export function unusedFields(data: FieldData): { readonly fields: FieldData; readonly names: string[] } {
  const unused = Object.entries(data).filter(([name, value]) => !isUsed(name, value, data))
  const { rest } = readLayout(data.layout)
  const fields = Object.fromEntries([...unused, ...(rest === undefined ? [] : [['layout', rest] as const])])
  const inLayout = isRecord(rest) ? Object.keys(rest).map((name) => `layout.${name}`) : []
  const withoutEffect = unused.map(([name]) => name).filter((name) => !isDraft({ [name]: data[name] }))
  const names = [...withoutEffect, ...(typeof rest === 'string' ? ['layout'] : inLayout)]
  return { fields: JSON.stringify(fields).length > MAX_UNUSED_LENGTH ? {} : fields, names }
}

/** Fields that are read elsewhere, or that say the same as if they were absent. */
const readElsewhere = new Set(['title', 'slug', 'description', 'layout', 'emoji'])

function isUsed(name: string, value: unknown, data: FieldData): boolean {
  if (readElsewhere.has(name) || value === null) return true
  if (name === 'icon') return typeof value === 'string' && /^[a-z0-9-]{1,50}$/.test(value)
  if (['hidden', 'noIndex', 'noRobotsIndex'].includes(name)) return typeof value === 'boolean'
  if (name === 'linkTitle') return textIn(value) !== undefined
  if (name === 'condition' || name === 'if') return conditionIn(value) !== undefined
  if (name.startsWith('cover')) return isUsedByCover(name, value, data)
  if (name === 'tags') return tagsIn(value) !== undefined
  if (name === 'vars') return pageVariables.safeParse(value).success
  return name === 'metaLinks' && metaLinksIn(value) !== undefined
}

const isUsedByCover = (name: string, value: unknown, data: FieldData): boolean => {
  const cover = coverIn(data)
  if (cover === undefined) return false
  const used = { cover: cover.ref, coverDark: cover.refDark, coverY: cover.yPos, coverHeight: cover.height }
  return Object.entries(used).some(([key, used]) => key === name && used === value)
}

const conditionIn = (value: unknown): string | undefined => condition.safeParse(value).data

/** `cover`, `coverDark`, `coverY` and `coverHeight`, which other tools use too. */
function coverIn({ cover, coverDark, coverY, coverHeight }: FieldData): MoreFields['cover'] {
  const [ref, refDark] = [textIn(cover), textIn(coverDark)]
  if (ref === undefined && refDark === undefined) return undefined
  const height = z.number().int().min(10).max(700).safeParse(coverHeight).data
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(refDark === undefined ? {} : { refDark }),
    yPos: z.number().min(-10_000).max(10_000).safeParse(coverY).data ?? 0,
    ...(height === undefined ? {} : { height }),
  }
}

/** Tags as slugs, or as objects with `tag` and `primary`; undefined if one of them is neither. */
function tagsIn(value: unknown): readonly PageTag[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const tags = value.map((item: unknown) => {
    const tag = isRecord(item) ? item.tag : item
    const primary = isRecord(item) && item.primary === true ? { primary: true } : {}
    return { tag: { kind: 'tag', tag: typeof tag === 'number' ? String(tag) : tag }, ...primary }
  })
  return pageTags.safeParse(tags).data
}

/** Links of the head that are absolute URLs; undefined if there are others. */
function metaLinksIn(value: unknown): z.infer<typeof pageMetaLinks> | undefined {
  const links = z
    .object({ canonical: uri.optional(), alternates: z.array(uri).optional() })
    .strict()
    .safeParse(value).data
  if (links === undefined || Object.keys(links).length === 0) return undefined
  const reference = (url: string) => ({ kind: 'url' as const, url })
  return pageMetaLinks.safeParse({
    ...(links.canonical === undefined ? {} : { canonical: reference(links.canonical) }),
    ...(links.alternates === undefined ? {} : { alternates: links.alternates.map(reference) }),
  }).data
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
