import { z } from 'zod'

/** The content that a node may have. */
export type AllowedContent = 'inlines' | 'blocks' | 'nothing' | readonly string[]

export type Rule = {
  readonly data: z.ZodType<Record<string, unknown>>
  readonly content: AllowedContent
  /** Fragments by name, with the content that each may have. */
  readonly fragments?: Readonly<Record<string, 'blocks' | 'inlines'>>
}

/** Text of one line that can be an attribute of a tag. */
const tagText = z
  .string()
  .max(2000)
  .refine((text) => !/[\n\r]|%\}/.test(text) && !(text.includes('"') && text.includes("'")), {
    message: 'Use one line, without “%}” and with one kind of quotes',
  })
const flag = z.boolean().transform((value) => value || undefined)
const attributes = z.record(z.string().regex(/^[a-z][\w-]*$/), tagText).optional()
const reference = z.looseObject({ kind: z.string() })
const size = z.number().int().min(1).max(99_999)
const tag = { attributes }
const caption = { caption: 'blocks' } as const

const text = (data: Record<string, z.ZodType>): Rule => ({ data: z.object(data), content: 'inlines' })
const container = (data: Record<string, z.ZodType>, content: AllowedContent = 'blocks'): Rule => ({
  data: z.object(data),
  content,
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
  data: z.object({ ref: reference.optional(), path: tagText.optional(), method: tagText.optional(), ...tag }),
  content: 'nothing',
  fragments: caption,
}

export const blockRules: Readonly<Record<string, Rule>> = {
  paragraph: text({ align: align.transform((value) => (value === 'start' ? undefined : value)) }),
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': container(
    { start: z.number().int().min(0).max(999_999_999).optional(), loose: flag.optional() },
    ['list-item'],
  ),
  'list-unordered': container({ loose: flag.optional() }, ['list-item']),
  'list-tasks': container({ loose: flag.optional() }, ['list-item']),
  'list-item': container({ checked: z.boolean().optional() }),
  blockquote: container({}),
  divider: { data: z.object({}), content: 'nothing' },
  code: container(
    {
      syntax: z
        .string()
        .regex(/^[^\s`]*$/)
        .optional(),
      title: tagText.optional(),
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
  'code-line': text({ highlighted: flag.optional() }),
  hint: container({ style: tagText.default('info'), icon: tagText.optional(), ...tag }),
  images: container({ align, fullWidth: flag.optional(), withFrame: flag.optional() }, ['image']),
  image: {
    data: z.object({
      ref: reference,
      refDark: reference.optional(),
      width: size.optional(),
      height: size.optional(),
      alt: z.string().optional(),
    }),
    content: 'nothing',
    fragments: { caption: 'inlines' },
  },
  file: { data: z.object({ ref: reference, ...tag }), content: 'nothing', fragments: caption },
  embed: { data: z.object({ url: tagText.min(1), ...tag }), content: 'nothing', fragments: caption },
  math: { data: z.object({ formula: z.string() }), content: 'nothing' },
  table: { data: z.looseObject({}), content: 'nothing' },
  tabs: container(tag, ['tabs-item']),
  'tabs-item': container({ title: tagText.optional(), icon: tagText.optional(), ...tag }),
  expandable: {
    data: z.object({ defaultExpanded: flag.optional() }),
    content: 'nothing',
    fragments: { 'expandable-title': 'inlines', 'expandable-body': 'blocks' },
  },
  stepper: container(tag, ['stepper-step']),
  'stepper-step': container({ icon: tagText.optional(), ...tag }),
  columns: container(tag, ['column']),
  column: container({ width: tagText.optional(), verticalAlignment: tagText.optional(), ...tag }),
  updates: container({ format: tagText.optional(), ...tag }, ['update']),
  update: container({
    date: tagText.optional(),
    tags: tagText.optional(),
    title: tagText.optional(),
    ...tag,
  }),
  prompt: container({
    description: tagText.optional(),
    icon: tagText.optional(),
    defaultExpanded: tagText.optional(),
    ...tag,
  }),
  'content-ref': { data: z.object({ ref: reference, ...tag }), content: 'nothing', fragments: caption },
  'reusable-content': { data: z.object({ ref: reference, ...tag }), content: 'nothing' },
  if: container({ expression: z.string().regex(/^(?!.*%\})[^\n\r]*$/) }),
  'openapi-operation': api,
  footnote: container({ label: z.string().regex(/^[\w-]{1,100}$/) }),
  html: { data: z.object({ html: z.string() }), content: 'nothing' },
  markdown: { data: z.object({ markdown: z.string() }), content: 'nothing' },
}

const voidInline = (data: Record<string, z.ZodType>): Rule => ({ data: z.object(data), content: 'nothing' })
const icon = z.string().regex(/^[a-z0-9-]{1,50}$/)

export const inlineRules: Readonly<Record<string, Rule>> = {
  link: { data: z.object({ ref: reference, title: z.string().optional() }), content: 'inlines' },
  mention: voidInline({ ref: reference, label: z.string().optional() }),
  emoji: voidInline({ code: z.string() }),
  icon: voidInline({ icon }),
  expression: voidInline({ expression: z.string().min(1) }),
  'inline-math': voidInline({ formula: z.string().min(1) }),
  'inline-image': voidInline({
    ref: reference,
    refDark: reference.optional(),
    alt: z.string().optional(),
    caption: z.string().optional(),
    size: z.enum(['original', 'line']).optional(),
    width: size.optional(),
    height: size.optional(),
  }),
  button: voidInline({
    label: z.string().min(1),
    kind: z.enum(['primary', 'secondary']).default('primary'),
    icon: icon.optional(),
    ref: reference,
  }),
  'footnote-ref': voidInline({ label: z.string().regex(/^[\w-]{1,100}$/) }),
  html: voidInline({ html: z.string() }),
}

const color = z
  .string()
  .regex(/^\$?[a-z]{1,20}$/)
  .default('default')

/** The data of the mark `color`; other marks have none. */
export const colorData = z.object({ text: color, background: color })

export const columnRule = z.object({
  id: z.string().optional(),
  title: z.string().default(''),
  type: z
    .enum(['text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'])
    .default('text'),
  textAlignment: z.enum(['left', 'center', 'right']).optional(),
  /** Fragment with the title, if it is more than plain text. */
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
