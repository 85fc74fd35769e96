/** A text and the selection in it. */
export type TextSelection = { readonly text: string; readonly from: number; readonly to: number }

/** Replaces `from` to `to`, then selects a range; all offsets into the text. */
export type TextChange = {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly selection: readonly [from: number, to: number]
}

export type Format = 'heading' | 'bold' | 'italic' | 'link' | 'list' | 'numbered' | 'table' | 'code' | 'hint'

/** Toolbar actions; most of them toggle. */
export const formats: Readonly<Record<Format, (input: TextSelection) => TextChange>> = {
  heading,
  bold: (input) => wrapMarkup(input, '**'),
  italic: (input) => wrapMarkup(input, '_'),
  link,
  list: (input) => toggleList(input, /^(\s*)[-*+] /, () => '- '),
  numbered: (input) => toggleList(input, /^(\s*)\d+[.)] /, (at) => `${at + 1}. `),
  table: (input) => block(input, emptyTable, 'Name'),
  code,
  hint,
}

/** Cycles through no heading, level 2 and level 3; level 1 is the page title. */
function heading(input: TextSelection): TextChange {
  const { from, to, lines } = linesAround(input)
  const next: Readonly<Record<string, string>> = { '': '## ', '## ': '### ', '### ': '' }
  const insert = lines
    .map((line) => {
      const mark = /^#{1,6} /.exec(line)?.[0] ?? ''
      return (next[mark] ?? '## ') + line.slice(mark.length)
    })
    .join('\n')
  return { from, to, insert, selection: [from + insert.length, from + insert.length] }
}

function wrapMarkup({ text, from, to }: TextSelection, mark: string): TextChange {
  const size = mark.length
  const inner = text.slice(from, to)
  const isAround = text.slice(from - size, from) === mark && text.slice(to, to + size) === mark
  if (isAround)
    return { from: from - size, to: to + size, insert: inner, selection: [from - size, to - size] }
  const isInside = inner.length >= 2 * size && inner.startsWith(mark) && inner.endsWith(mark)
  if (isInside) {
    const stripped = inner.slice(size, -size)
    return { from, to, insert: stripped, selection: [from, from + stripped.length] }
  }
  return { from, to, insert: mark + inner + mark, selection: [from + size, to + size] }
}

function link({ text, from, to }: TextSelection): TextChange {
  const inner = text.slice(from, to)
  if (/^https?:\/\/\S+$/.test(inner))
    return { from, to, insert: `[](${inner})`, selection: [from + 1, from + 1] }
  const at = from + inner.length + 3
  return { from, to, insert: `[${inner}]()`, selection: inner === '' ? [from + 1, from + 1] : [at, at] }
}

function toggleList(input: TextSelection, marker: RegExp, mark: (at: number) => string): TextChange {
  const { from, to, lines } = linesAround(input)
  const nonEmpty = lines.filter((line) => line.trim() !== '')
  const isListed = nonEmpty.length > 0 && nonEmpty.every((line) => marker.test(line))
  let at = 0
  const insert = lines
    .map((line) => {
      if (isListed) return line.replace(marker, '$1')
      if (line.trim() === '' && lines.length > 1) return line
      const stripped = line.replace(/^(\s*)(?:[-*+]|\d+[.)]) /, '$1')
      const indent = /^\s*/.exec(stripped)?.[0] ?? ''
      return indent + mark(at++) + stripped.slice(indent.length)
    })
    .join('\n')
  const end = from + insert.length
  return { from, to, insert, selection: lines.length > 1 ? [from, end] : [end, end] }
}

function code(input: TextSelection): TextChange {
  const { text, from, to } = input
  const inner = text.slice(from, to)
  if (inner !== '' && !inner.includes('\n')) return wrapMarkup(input, '`')
  const insert = withBlankLines(input, `\`\`\`\n${inner}\n\`\`\``)
  const at = from + insert.indexOf('```') + 3
  return { from, to, insert, selection: [at, at] }
}

function hint(input: TextSelection): TextChange {
  const { text, from, to } = input
  const inner = text.slice(from, to)
  const insert = withBlankLines(input, `{% hint style="info" %}\n${inner}\n{% endhint %}`)
  const at = from + insert.indexOf('%}\n') + 3
  return { from, to, insert, selection: [at, at + inner.length] }
}

const emptyTable = '| Name | Value |\n| --- | --- |\n|  |  |'

function block(input: TextSelection, content: string, selection: string): TextChange {
  const insert = withBlankLines({ ...input, from: input.to }, content)
  const at = input.to + insert.indexOf(selection)
  return { from: input.to, to: input.to, insert, selection: [at, at + selection.length] }
}

/** Surrounds a block with empty lines. */
export function withBlankLines({ text, from, to }: TextSelection, content: string): string {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const above = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const below = after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return above + content + below
}

function linesAround({ text, from, to }: TextSelection) {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to)
  const stop = end < 0 ? text.length : end
  return { from: start, to: stop, lines: text.slice(start, stop).split('\n') }
}

const item = /^(\s*)((?:[-*+]|\d+[.)]) )/

/** Indents or outdents the selected list items. Null if a selected line is not a list item. */
export function indentItems({ text, from, to }: TextSelection, step: 1 | -1): TextChange | null {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to)
  const lines = text.slice(start, end).split('\n')
  if (!lines.every((line) => item.test(line))) return null
  const indented = lines.map((line) => (step === 1 ? ' '.repeat(markerWidth(line)) + line : outdent(line)))
  const insert = indented.join('\n')
  const first = (indented[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  const all = insert.length - (end - start)
  const head = Math.max(start, from + first)
  return { from: start, to: end, insert, selection: [head, from === to ? head : to + all] }
}

/** Width of the list marker, which is where nested items start. */
const markerWidth = (line: string): number => item.exec(line)?.[2]?.length ?? 2

function outdent(line: string): string {
  const indent = item.exec(line)?.[1]?.length ?? 0
  return line.slice(Math.min(indent, markerWidth(line)))
}

/** A heading and the offset of its line. */
type TextHeading = { readonly title: string; readonly level: number; readonly at: number }

/** The headings of a Markdown text, without code blocks. */
export function findHeadings(text: string): TextHeading[] {
  const headings: TextHeading[] = []
  let fence = ''
  let at = 0
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === '') fence = mark
    else if (mark?.startsWith(fence)) fence = ''
    const heading = fence === '' ? /^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line) : null
    if (heading) headings.push({ title: heading[2] ?? '', level: heading[1]?.length ?? 1, at })
    at += line.length + 1
  }
  return headings
}
