import { z } from 'zod'
import { pageLayout } from '#contract/pages.ts'
import { condition } from '#contract/shared/values.ts'

/** Fields of a page beyond those that every source has, as a head or a table of contents says them. */
export type MoreFields = {
  readonly linkTitle?: string
  readonly noIndex?: true
  readonly noRobotsIndex?: true
  readonly condition?: string
  readonly layout?: Readonly<Record<string, unknown>>
  /** Its pictures are addresses as written. */
  readonly cover?: { readonly ref?: string; readonly refDark?: string; readonly yPos: number }
}

type FieldData = Readonly<Record<string, unknown>>

/** Reads what is understood; the rest is passed over. */
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
  const said = pageLayout.partial().safeParse(value).data
  return said === undefined || Object.keys(said).length === 0 ? undefined : said
}

/** `cover`, `coverDark` and `coverY`, as other tools have them too. */
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
