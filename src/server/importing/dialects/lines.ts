/** Blocks nest less deeply; deeper ones are text. */
export const MAX_DEPTH = 12

/** Returns for each line, in order, whether it is code: between fences, or a fence itself. */
export function codeLines(): (line: string) => boolean {
  let fence: string | null = null
  return (line) => {
    const [, mark = '', info = ''] = /^\s*(?:>\s*)?(`{3,}|~{3,})([^\n]*)$/.exec(line) ?? []
    if (fence === null) {
      if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return false
      fence = mark
      return true
    }
    if (mark.startsWith(fence) && info.trim() === '') fence = null
    return true
  }
}

export const indentationOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0

/** The styles of hints by the names of admonitions. */
const STYLES: Readonly<Record<string, string>> = {
  tip: 'success',
  hint: 'success',
  success: 'success',
  check: 'success',
  done: 'success',
  warning: 'warning',
  caution: 'warning',
  attention: 'warning',
  question: 'warning',
  danger: 'danger',
  error: 'danger',
  failure: 'danger',
  fail: 'danger',
  bug: 'danger',
}

/** A hint with the lines of an admonition. */
export function hint(kind: string, title: string, body: readonly string[]): string[] {
  const heading = title === '' ? [] : [`**${title}**`, '']
  return [
    `{% hint style="${STYLES[kind.toLowerCase()] ?? 'info'}" %}`,
    ...heading,
    ...trimmed(body),
    '{% endhint %}',
  ]
}

export const details = (title: string, body: readonly string[]): string[] => [
  '<details>',
  '',
  `<summary>${title.replace(/[<>&]/g, '')}</summary>`,
  '',
  ...trimmed(body),
  '',
  '</details>',
]

/** Lines without blank ones at the beginning and the end. */
export function trimmed(lines: readonly string[]): readonly string[] {
  const isText = (line: string) => line.trim() !== ''
  const first = lines.findIndex(isText)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1)
}

/** A value for an attribute of a tag. */
export const attribute = (text: string): string =>
  text
    .replace(/["%{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** In characters; longer lines would take long to read. */
const MAX_HEADING_LENGTH = 500

/** A heading with the anchor that follows it in braces. */
export function headingWithAnchor(line: string): string {
  if (line.length > MAX_HEADING_LENGTH) return line
  const [, heading, id] = /^(#{1,6} [^{}]*?)\s*\{:?\s*#([\w.:-]+)[^{}]*\}\s*#*\s*$/.exec(line) ?? []
  return heading === undefined || id === undefined ? line : `${heading} <a href="#${id}" id="${id}"></a>`
}

/** A code block with a title or line numbers; null for others. */
export function codeBlockAt(lines: readonly string[], start: number) {
  const [, space = '', fence = '', language = '', meta = ''] =
    /^(\s*)(`{3,}|~{3,})\s*([\w+#.-]*)(.*)$/.exec(lines[start] ?? '') ?? []
  if (fence === '' || meta.trim() === '') return null
  const [, title] =
    /(?:\btitle=(?:"([^"]*)"|'([^']*)')|^\s*([\w./-]{1,100}\.\w{1,10})\s*$)/
      .exec(meta)
      ?.filter((one) => one !== undefined) ?? []
  const isNumbered = /\bshowLineNumbers\b|\blinenums=/.test(meta)
  // Python-Markdown has the language among the attributes: ``` { .py title="a.py" }
  const [, languageInMeta = ''] = /^\s*\{[^{}]*?\.([a-z][\w+#-]*)/i.exec(meta) ?? []
  let end = start + 1
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(fence)) end += 1
  const block = [`${space}${fence}${language || languageInMeta}`, ...lines.slice(start + 1, end + 1)]
  if (title === undefined && !isNumbered) return { lines: block, end: end + 1 }
  const attributes = [
    ...(title === undefined ? [] : [`title="${attribute(title)}"`]),
    ...(isNumbered ? ['lineNumbers="true"'] : []),
  ]
  return {
    lines: [`${space}{% code ${attributes.join(' ')} %}`, ...block, `${space}{% endcode %}`],
    end: end + 1,
  }
}
