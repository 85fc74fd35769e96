import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import type { Plugin } from 'prosemirror-state'
import { emojiNamed } from '#markup/emoji.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Markdown that becomes formatting as it is typed. Undo right after it gives back what was typed. */
export const markdownShortcuts = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '']) => ({
        // Level 1 is the page title.
        level: Math.max(2, signs.length),
      })),
      cardHeading,
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^\s*[-*+]\s$/, nodes.bulletList),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.orderedList,
        ([, start = '1']) => ({ start: Number(start) }),
        ([, start = '1'], node) => node.childCount + Number(node.attrs.start) === Number(start),
      ),
      task,
      textblockTypeInputRule(/^```(\S*)\s$/, nodes.codeBlock, ([, syntax = '']) => ({
        data: syntax === '' ? {} : { syntax },
      })),
      divider,
      shortcode,
      markRule(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, marks.bold),
      markRule(/(?:^|[^*\w])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, marks.italic),
      markRule(/(?:^|[^_\w])(_([^_\s](?:[^_]*[^_\s])?)_)$/, marks.italic),
      markRule(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, marks.strikethrough),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, marks.code),
    ],
  })

/** Formats the second group and removes the signs around it, which are the rest of the first group. */
const markRule = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(pattern, (state, [, whole = '', inner = ''], _start, end) => {
    const from = end - (whole.length - 1)
    if (state.doc.resolve(from).parent.type.spec.code === true) return null
    const inside = state.doc.slice(
      from + (whole.length - inner.length) / 2,
      end - ((whole.length - inner.length) / 2 - 1),
    )
    if (inside.content.textBetween(0, inside.content.size) !== inner) return null
    const tr = state.tr.replace(from, end, inside)
    return tr.addMark(from, from + inner.length, type.create()).removeStoredMark(type)
  })

/** In a card, a heading is a title that is not part of the outline. */
const cardHeading = new InputRule(/^(#{1,6})\s$/, (state, [, signs = ''], start, end) => {
  const $start = state.doc.resolve(start)
  if ($start.node(-1)?.type !== nodes.cardCell || $start.parent.type !== nodes.paragraph) return null
  const level = Math.max(2, signs.length)
  return state.tr.delete(start, end).setBlockType(start, start, nodes.cardHeading, { level })
})

const task = new InputRule(/^\[([ x]?)\]\s$/, (state, [, sign], start, end) => {
  const $start = state.doc.resolve(start)
  const item = $start.node(-1)
  if (item?.type !== nodes.listItem || $start.index(-1) !== 0) return null
  return state.tr
    .delete(start, end)
    .setNodeMarkup($start.before(-1), null, { ...item.attrs, checked: sign === 'x' })
})

const divider = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
  const $start = state.doc.resolve(start)
  if ($start.depth !== 1) return null
  return state.tr.replaceWith($start.before(), $start.after(), [
    nodes.divider.create(),
    nodes.paragraph.create(),
  ])
})

/** The name of an emoji between colons becomes the emoji with the space behind it. */
const shortcode = new InputRule(
  /(?<![\p{L}\p{N}_]):([a-z0-9_+-]{1,60}):\s$/u,
  (state, [, name = ''], start, end) => {
    const emoji = emojiNamed(name)
    if (emoji === undefined) return null
    const textMarks = state.doc.resolve(end).marks()
    return state.tr.replaceWith(start, end, [
      nodes.shortcode.create({ name, emoji }, null, textMarks),
      schema.text(' ', textMarks),
    ])
  },
  { inCodeMark: false },
)
