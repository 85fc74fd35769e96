import type { Mark } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { dataIn } from '#markup/visual/nodes.ts'
import { schema } from './schema.ts'

/** The colors that pages can show by name. `default` is none. */
export const colorNames = [
  'default',
  'red',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'violet',
  'purple',
  'pink',
] as const

export type ColorPart = 'text' | 'background'

const { color } = schema.marks
const none = { text: 'default', background: 'default' }

/** Changes the color of the selected text, or of its background; the other one stays. */
export const setColor =
  (part: ColorPart, name: string): Command =>
  (state, dispatch) => {
    const { tr, selection } = state
    const { empty, $from } = selection
    const marked = (marks: readonly Mark[]) => {
      const data = { ...none, ...dataIn(color.isInSet(marks)?.attrs.data), [part]: name }
      return data.text === 'default' && data.background === 'default' ? null : color.create({ data })
    }
    if (empty) {
      const mark = marked(state.storedMarks ?? $from.marks())
      dispatch?.(mark === null ? tr.removeStoredMark(color) : tr.addStoredMark(mark))
      return true
    }
    for (const { $from: start, $to: end } of selection.ranges)
      state.doc.nodesBetween(start.pos, end.pos, (node, at) => {
        if (!node.isText) return
        const [from, to] = [Math.max(at, start.pos), Math.min(at + node.nodeSize, end.pos)]
        const mark = marked(node.marks)
        if (mark === null) tr.removeMark(from, to, color)
        else tr.addMark(from, to, mark)
      })
    dispatch?.(tr)
    return true
  }

/** The color of the first selected text, or of what would be typed. */
export function colorAt({ selection, storedMarks, doc }: EditorState, part: ColorPart): string {
  const { $from, from, to, empty } = selection
  let marks = storedMarks ?? $from.marks()
  if (!empty) {
    let isFound = false
    doc.nodesBetween(from, to, (node) => {
      if (node.isText && !isFound) marks = node.marks
      isFound ||= node.isText
    })
  }
  const found = dataIn(color.isInSet(marks)?.attrs.data)[part]
  return typeof found === 'string' ? found.replace('$', '') : 'default'
}
