import { z } from 'zod'

/** What a node may hold. */
export type Holds = 'inlines' | 'blocks' | 'nothing' | readonly string[]

export type Rule = {
  readonly data: z.ZodType<Record<string, unknown>>
  readonly holds: Holds
  /** Parts beside the nodes, by name; each holds blocks or inlines. */
  readonly fragments?: Readonly<Record<string, 'blocks' | 'inlines'>>
}

/** Text of one line that can stand in a tag. */
const words = z
  .string()
  .max(2000)
  .refine((text) => !/[\n\r]|%\}/.test(text) && !(text.includes('"') && text.includes("'")), {
    message: 'Use one line, without “%}” and with one kind of quotes',
  })
const yes = z.boolean().transform((value) => value || undefined)
const attributes = z.record(z.string().regex(/^[a-z][\w-]*$/), words).optional()
const reference = z.looseObject({ kind: z.string() })
const size = z.number().int().min(1).max(99_999)
const tag = { attributes }
const caption = { caption: 'blocks' } as const

const text = (data: Record<string, z.ZodType>): Rule => ({ data: z.object(data), holds: 'inlines' })
const box = (data: Record<string, z.ZodType>, holds: Holds = 'blocks'): Rule => ({
  data: z.object(data),
  holds,
})

const align = z.enum(['start', 'center', 'end']).optional()
const heading = text({
  id: z
    .string()
    .regex(/^[-A-Za-z0-9.+_]+$/)
    .optional(),
  level: z.number().int().min(1).max(6).optional(),
})
const api: Rule = {
  data: z.object({ ref: reference.optional(), path: words.optional(), method: words.optional(), ...tag }),
  holds: 'nothing',
  fragments: caption,
}

export const blockRules: Readonly<Record<string, Rule>> = {
  paragraph: text({ align: align.transform((value) => (value === 'start' ? undefined : value)) }),
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': box({ start: z.number().int().min(0).max(999_999_999).optional(), loose: yes.optional() }, [
    'list-item',
  ]),
  'list-unordered': box({ loose: yes.optional() }, ['list-item']),
  'list-tasks': box({ loose: yes.optional() }, ['list-item']),
  'list-item': box({ checked: z.boolean().optional() }),
  blockquote: box({}),
  divider: { data: z.object({}), holds: 'nothing' },
  code: box(
    {
      syntax: z
        .string()
        .regex(/^[^\s`]*$/)
        .optional(),
      title: words.optional(),
      overflow: z.enum(['scroll', 'wrap']).optional(),
      lineNumbers: z.boolean().optional(),
      fullWidth: z.boolean().optional(),
      expandable: z.boolean().optional(),
      meta: z
        .string()
        .max(500)
        .regex(/^[^\n\r`]*$/)
        .optional(),
      ...tag,
    },
    ['code-line'],
  ),
  'code-line': text({ highlighted: yes.optional() }),
  hint: box({ style: words.default('info'), icon: words.optional(), ...tag }),
  images: box({ align, fullWidth: yes.optional(), withFrame: yes.optional() }, ['image']),
  image: {
    data: z.object({
      ref: reference,
      refDark: reference.optional(),
      width: size.optional(),
      height: size.optional(),
      alt: z.string().optional(),
    }),
    holds: 'nothing',
    fragments: { caption: 'inlines' },
  },
  file: { data: z.object({ ref: reference, ...tag }), holds: 'nothing', fragments: caption },
  embed: { data: z.object({ url: words.min(1), ...tag }), holds: 'nothing', fragments: caption },
  math: { data: z.object({ formula: z.string() }), holds: 'nothing' },
  table: { data: z.looseObject({}), holds: 'nothing' },
  tabs: box(tag, ['tabs-item']),
  'tabs-item': box({ title: words.optional(), icon: words.optional(), ...tag }),
  expandable: {
    data: z.object({ defaultExpanded: yes.optional() }),
    holds: 'nothing',
    fragments: { 'expandable-title': 'inlines', 'expandable-body': 'blocks' },
  },
  stepper: box(tag, ['stepper-step']),
  'stepper-step': box({ icon: words.optional(), ...tag }),
  columns: box(tag, ['column']),
  column: box({ width: words.optional(), verticalAlignment: words.optional(), ...tag }),
  'content-ref': { data: z.object({ ref: reference, ...tag }), holds: 'nothing', fragments: caption },
  'reusable-content': { data: z.object({ ref: reference, ...tag }), holds: 'nothing' },
  if: box({ expression: z.string().regex(/^(?!.*%\})[^\n\r]*$/) }),
  'openapi-operation': api,
  footnote: box({ label: z.string().regex(/^[\w-]{1,100}$/) }),
  html: { data: z.object({ html: z.string() }), holds: 'nothing' },
  markdown: { data: z.object({ markdown: z.string() }), holds: 'nothing' },
}

const nothing = (data: Record<string, z.ZodType>): Rule => ({ data: z.object(data), holds: 'nothing' })
const icon = z.string().regex(/^[a-z0-9-]{1,50}$/)

export const inlineRules: Readonly<Record<string, Rule>> = {
  link: { data: z.object({ ref: reference, title: z.string().optional() }), holds: 'inlines' },
  mention: nothing({ ref: reference, label: z.string().optional() }),
  emoji: nothing({ code: z.string() }),
  icon: nothing({ icon }),
  expression: nothing({ expression: z.string().min(1) }),
  'inline-math': nothing({ formula: z.string().min(1) }),
  'inline-image': nothing({
    ref: reference,
    refDark: reference.optional(),
    alt: z.string().optional(),
    caption: z.string().optional(),
    size: z.enum(['original', 'line']).optional(),
    width: size.optional(),
    height: size.optional(),
  }),
  button: nothing({
    label: z.string().min(1),
    kind: z.enum(['primary', 'secondary']).default('primary'),
    icon: icon.optional(),
    ref: reference,
  }),
  'footnote-ref': nothing({ label: z.string().regex(/^[\w-]{1,100}$/) }),
  html: nothing({ html: z.string() }),
}

const colour = z
  .string()
  .regex(/^\$?[a-z]{1,20}$/)
  .default('default')

/** What a mark's data may be; every other mark has none. */
export const colourData = z.object({ text: colour, background: colour })

export const columnRule = z.object({
  id: z.string().optional(),
  title: z.string().default(''),
  type: z
    .enum(['text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'])
    .default('text'),
  textAlignment: z.enum(['left', 'center', 'right']).optional(),
  /** Fragment with the title, where it is more than plain words. */
  fragment: z.string().optional(),
})

export const tableRule = z.object({
  view: z.enum(['grid', 'cards']).default('grid'),
  columns: z.array(z.string()).max(200).optional(),
  definition: z.record(z.string(), columnRule),
  records: z.record(
    z.string(),
    z.object({
      orderIndex: z.union([z.string(), z.number()]).default(0),
      values: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  hideHeader: z.boolean().default(false),
  cardSize: z.enum(['medium', 'large']).optional(),
  targetDefinition: z.string().optional(),
  coverDefinition: z.string().optional(),
  fullWidth: z.boolean().default(false),
})
