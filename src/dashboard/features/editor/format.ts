/** A text and what is chosen in it. */
export type Selected = { readonly text: string; readonly from: number; readonly to: number }

/** What stands instead of `from` to `to`, and what is chosen then; all offsets into the text. */
export type Change = {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly choose: readonly [from: number, to: number]
}

export type Format = 'heading' | 'bold' | 'italic' | 'link' | 'list' | 'numbered' | 'table' | 'code' | 'hint'

/** What a button of the toolbar does; pressed twice it takes most of it back. */
export const formats: Readonly<Record<Format, (selected: Selected) => Change>> = {
  heading,
  bold: (selected) => wrapped(selected, '**'),
  italic: (selected) => wrapped(selected, '_'),
  link,
  list: (selected) => listed(selected, /^(\s*)[-*+] /, () => '- '),
  numbered: (selected) => listed(selected, /^(\s*)\d+[.)] /, (at) => `${at + 1}. `),
  table: (selected) => block(selected, emptyTable, 'Name'),
  code,
  hint,
}

/** From no heading through level 2 and 3 back to none; level 1 is the title of the page. */
function heading(selected: Selected): Change {
  const { from, to, lines } = linesAround(selected)
  const next: Readonly<Record<string, string>> = { '': '## ', '## ': '### ', '### ': '' }
  const insert = lines
    .map((line) => {
      const mark = /^#{1,6} /.exec(line)?.[0] ?? ''
      return (next[mark] ?? '## ') + line.slice(mark.length)
    })
    .join('\n')
  return { from, to, insert, choose: [from + insert.length, from + insert.length] }
}

function wrapped({ text, from, to }: Selected, mark: string): Change {
  const size = mark.length
  const inner = text.slice(from, to)
  const isAround = text.slice(from - size, from) === mark && text.slice(to, to + size) === mark
  if (isAround) return { from: from - size, to: to + size, insert: inner, choose: [from - size, to - size] }
  const isInside = inner.length >= 2 * size && inner.startsWith(mark) && inner.endsWith(mark)
  if (isInside) {
    const bare = inner.slice(size, -size)
    return { from, to, insert: bare, choose: [from, from + bare.length] }
  }
  return { from, to, insert: mark + inner + mark, choose: [from + size, to + size] }
}

function link({ text, from, to }: Selected): Change {
  const inner = text.slice(from, to)
  if (/^https?:\/\/\S+$/.test(inner))
    return { from, to, insert: `[](${inner})`, choose: [from + 1, from + 1] }
  const at = from + inner.length + 3
  return { from, to, insert: `[${inner}]()`, choose: inner === '' ? [from + 1, from + 1] : [at, at] }
}

function listed(selected: Selected, marked: RegExp, mark: (at: number) => string): Change {
  const { from, to, lines } = linesAround(selected)
  const inked = lines.filter((line) => line.trim() !== '')
  const isListed = inked.length > 0 && inked.every((line) => marked.test(line))
  let at = 0
  const insert = lines
    .map((line) => {
      if (isListed) return line.replace(marked, '$1')
      if (line.trim() === '' && lines.length > 1) return line
      const bare = line.replace(/^(\s*)(?:[-*+]|\d+[.)]) /, '$1')
      const indent = /^\s*/.exec(bare)?.[0] ?? ''
      return indent + mark(at++) + bare.slice(indent.length)
    })
    .join('\n')
  const end = from + insert.length
  return { from, to, insert, choose: lines.length > 1 ? [from, end] : [end, end] }
}

function code(selected: Selected): Change {
  const { text, from, to } = selected
  const inner = text.slice(from, to)
  if (inner !== '' && !inner.includes('\n')) return wrapped(selected, '`')
  const insert = spaced(selected, `\`\`\`\n${inner}\n\`\`\``)
  const at = from + insert.indexOf('```') + 3
  return { from, to, insert, choose: [at, at] }
}

function hint(selected: Selected): Change {
  const { text, from, to } = selected
  const inner = text.slice(from, to)
  const insert = spaced(selected, `{% hint style="info" %}\n${inner}\n{% endhint %}`)
  const at = from + insert.indexOf('%}\n') + 3
  return { from, to, insert, choose: [at, at + inner.length] }
}

const emptyTable = '| Name | Value |\n| --- | --- |\n|  |  |'

function block(selected: Selected, content: string, choose: string): Change {
  const insert = spaced({ ...selected, from: selected.to }, content)
  const at = selected.to + insert.indexOf(choose)
  return { from: selected.to, to: selected.to, insert, choose: [at, at + choose.length] }
}

/** A block stands with an empty line before and after it. */
export function spaced({ text, from, to }: Selected, content: string): string {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const above = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const below = after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return above + content + below
}

function linesAround({ text, from, to }: Selected) {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to)
  const stop = end < 0 ? text.length : end
  return { from: start, to: stop, lines: text.slice(start, stop).split('\n') }
}
