import { type PageLayout, pageLayout } from '#contract/pages.ts'

type Layout = Partial<PageLayout>
type FieldData = Readonly<Record<string, unknown>>

/** Parts of a page that a layout shows or hides, in the order of front matter. */
const parts = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
] as const satisfies readonly (keyof Layout)[]

/** Layouts that front matter can name instead of listing the parts. */
const presets: Readonly<Record<string, Layout>> = {
  docs: {},
  editorial: { tableOfContents: false },
  landing: {
    width: 'wide',
    title: false,
    description: false,
    tableOfContents: false,
    outline: false,
    pagination: false,
    metadata: false,
  },
}

/** A layout in front matter: what is understood, and the rest as written. */
export type ReadLayout = { readonly layout: Layout; readonly rest: FieldData | string | undefined }

/**
 * Reads a layout in front matter, in which each part is an object with `visible`. Flags and the flat names of the API
 * are read, too.
 */
export function readLayout(value: unknown): ReadLayout {
  if (typeof value === 'string') {
    const preset = Object.hasOwn(presets, value) ? presets[value] : undefined
    return preset ? { layout: preset, rest: undefined } : { layout: {}, rest: value }
  }
  if (!isRecord(value)) return { layout: {}, rest: undefined }
  const layout: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) {
    const { fields, unknown } = name === 'cover' ? readCover(part) : readPart(name, part)
    Object.assign(layout, fields)
    if (unknown !== undefined) rest[name] = unknown
  }
  return { layout, rest: Object.keys(rest).length === 0 ? undefined : rest }
}

type ReadPart = { readonly fields: FieldData; readonly unknown: unknown }

function readPart(name: string, part: unknown): ReadPart {
  const value = isRecord(part) ? part.visible : part
  const others = isRecord(part) ? without(part, ['visible']) : undefined
  const field = Object.hasOwn(pageLayout.shape, name)
    ? pageLayout.partial().safeParse({ [name]: value }).data
    : undefined
  return field === undefined ? { fields: {}, unknown: part } : { fields: field, unknown: others }
}

function readCover(part: unknown): ReadPart {
  if (!isRecord(part)) return readPart('cover', part)
  const names = { visible: 'cover', size: 'coverSize', mask: 'coverMask' } as const
  const fields: Record<string, unknown> = {}
  const understood: string[] = []
  for (const [key, name] of Object.entries(names)) {
    const { data } = pageLayout.partial().safeParse({ [name]: part[key] })
    if (part[key] === undefined || data === undefined) continue
    Object.assign(fields, data)
    understood.push(key)
  }
  return { fields, unknown: without(part, understood) }
}

function without(record: FieldData, keys: readonly string[]): FieldData | undefined {
  const others = Object.entries(record).filter(([key]) => !keys.includes(key))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}

/** A layout as front matter, with each part as an object with `visible`; undefined for one without any field. */
export function writtenLayout(layout: Layout | undefined): Record<string, unknown> | undefined {
  if (layout === undefined) return undefined
  const { width, cover, coverSize, coverMask } = layout
  const coverPart = defined({ visible: cover, size: coverSize, mask: coverMask })
  const shown = parts.flatMap((part) =>
    layout[part] === undefined ? [] : [[part, { visible: layout[part] }] as const],
  )
  const written = {
    ...defined({ width }),
    ...(Object.keys(coverPart).length === 0 ? {} : { cover: coverPart }),
    ...Object.fromEntries(shown),
  }
  return Object.keys(written).length === 0 ? undefined : written
}

const defined = (fields: FieldData) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const isRecord = (value: unknown): value is FieldData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
