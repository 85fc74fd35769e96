import { z } from 'zod'
import { pageLayout } from '#contract/pages.ts'
import { condition } from '#contract/shared/values.ts'

/** Further fields of a page, from front matter or a table of contents. */
export type MoreFields = {
  readonly linkTitle?: string
  readonly noIndex?: true
  readonly noRobotsIndex?: true
  readonly condition?: string
  readonly layout?: Readonly<Record<string, unknown>>
  /** Image URLs as written. */
  readonly cover?: { readonly ref?: string; readonly refDark?: string; readonly yPos: number }
}

type FieldData = Readonly<Record<string, unknown>>

/** Reads the known fields and ignores the rest. */
export function moreFieldsOf(data: FieldData): MoreFields {
  const linkTitle = textIn(data.linkTitle)
  const shownWhen = conditionIn(data.condition)
  const layout = layoutIn(data.layout)
  const cover = coverIn(data)
  return {
    ...(linkTitle === undefined ? {} : { linkTitle }),
    ...(data.noIndex === true ? { noIndex: true } : {}),
    ...(data.noRobotsIndex === true ? { noRobotsIndex: true } : {}),
    ...(shownWhen === undefined ? {} : { condition: shownWhen }),
    ...(layout === undefined ? {} : { layout }),
    ...(cover === undefined ? {} : { cover }),
  }
}

const conditionIn = (value: unknown): string | undefined => condition.safeParse(value).data

const layoutIn = (value: unknown): MoreFields['layout'] => {
  const layout = pageLayout.partial().safeParse(value).data
  return layout === undefined || Object.keys(layout).length === 0 ? undefined : layout
}

/** `cover`, `coverDark` and `coverY`, which other tools use too. */
function coverIn({ cover, coverDark, coverY }: FieldData): MoreFields['cover'] {
  const [ref, refDark] = [textIn(cover), textIn(coverDark)]
  if (ref === undefined && refDark === undefined) return undefined
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(refDark === undefined ? {} : { refDark }),
    yPos: z.number().safeParse(coverY).data ?? 0,
  }
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
