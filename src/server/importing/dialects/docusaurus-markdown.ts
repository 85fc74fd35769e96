import { attribute, codeBlockAt, codeLines, headingWithAnchor, hint, MAX_DEPTH } from './lines.ts'

/** A converted text, and the components in it that have no counterpart. */
export type ConvertedText = { readonly text: string; readonly unknown: readonly string[] }

/** Longer statements are text. */
const MAX_STATEMENT_LINES = 60
/** Lines that are searched for the ends of admonitions; those of a text with far too many are text. */
const MAX_STEPS = 200_000

type State = { readonly unknown: Set<string>; steps: number }

const ADMONITION = /^(\s*)(:{3,}) ?([a-z]+)(?:\[(.*)\]| +(.*))?\s*$/

/** Docusaurus Markdown and MDX as the Markdown of this service: admonitions, components, titles of code, anchors of headings. */
export function fromDocusaurus(text: string): ConvertedText {
  const state: State = { unknown: new Set(), steps: MAX_STEPS }
  const lines = converted(withoutStatements(text.split('\n')), 0, state)
  return { text: lines.join('\n'), unknown: [...state.unknown] }
}

function converted(lines: readonly string[], depth: number, state: State): string[] {
  const isCode = codeLines()
  const result: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const wasCode = isCode(line)
    const code = wasCode ? codeBlockAt(lines, at) : null
    if (code !== null) {
      result.push(...code.lines)
      for (at += 1; at < code.end; at += 1) isCode(lines[at] ?? '')
      at -= 1
      continue
    }
    const end = wasCode || depth > MAX_DEPTH ? -1 : endOfAdmonition(lines, at, state)
    if (end < 0) {
      result.push(wasCode ? line : lineOf(line, state.unknown))
      continue
    }
    const [, space = '', , kind = '', label, title] = ADMONITION.exec(line) ?? []
    const body = lines
      .slice(at + 1, end)
      .map((one) => (one.startsWith(space) ? one.slice(space.length) : one))
    const own = hint(kind, (label ?? title ?? '').trim(), converted(body, depth + 1, state))
    result.push(...own.map((one) => (one === '' ? one : space + one)))
    at = end
  }
  return result
}

/** The line that closes an admonition, -1 if the line opens none. */
function endOfAdmonition(lines: readonly string[], start: number, state: State): number {
  const [, , colons = ''] = ADMONITION.exec(lines[start] ?? '') ?? []
  if (colons === '') return -1
  const isCode = codeLines()
  let open = 1
  for (let at = start + 1; at < lines.length && state.steps > 0; at += 1, state.steps -= 1) {
    const line = (lines[at] ?? '').trim()
    if (isCode(lines[at] ?? '')) continue
    if (line === colons) open -= 1
    else if (line.startsWith(colons) && ADMONITION.exec(line)?.[2] === colons) open += 1
    if (open === 0) return at
  }
  return -1
}

type Replacement = string | ((...groups: string[]) => string)

/** Components of Docusaurus, and those that most other tools with MDX have. */
const KNOWN_TAGS: readonly (readonly [RegExp, Replacement])[] = [
  [/<Tabs\b[^<>]*>/g, '{% tabs %}'],
  [/<\/Tabs>/g, '{% endtabs %}'],
  [
    /<(?:TabItem|Tab)\b([^<>]*)>/g,
    (_, attributes = '') =>
      `{% tab title="${attribute(firstIn(attributes, ['label', 'title', 'value']) ?? 'Tab')}" %}`,
  ],
  [/<\/(?:TabItem|Tab)>/g, '{% endtab %}'],
  [/<(?:Note|Info)\b[^<>]*>/g, '{% hint style="info" %}'],
  [/<(?:Tip|Check)\b[^<>]*>/g, '{% hint style="success" %}'],
  [/<Warning\b[^<>]*>/g, '{% hint style="warning" %}'],
  [/<Danger\b[^<>]*>/g, '{% hint style="danger" %}'],
  [/<\/(?:Note|Info|Tip|Check|Warning|Danger)>/g, '{% endhint %}'],
  [/<Steps\b[^<>]*>/g, '{% stepper %}'],
  [/<\/Steps>/g, '{% endstepper %}'],
  [/<Step\b([^<>]*)>/g, (_, attributes = '') => `{% step %}${titled(attributes, '### ')}`],
  [/<\/Step>/g, '{% endstep %}'],
  [
    /<(?:Accordion|Expandable)\b([^<>]*)>/g,
    (_, attributes = '') => `<details><summary>${textOf(attributes)}</summary>\n\n`,
  ],
  [/<\/(?:Accordion|Expandable)>/g, '\n\n</details>'],
  [/<Card\b([^<>]*?)\/?>/g, (_, attributes = '') => titled(attributes, '')],
  [/<(?:ParamField|ResponseField)\b([^<>]*)>/g, (_, attributes = '') => fieldOf(attributes)],
  [
    /<\/?(?:AccordionGroup|CardGroup|CodeGroup|Columns|Frame)\b[^<>]*>|<\/(?:Card|ParamField|ResponseField)>/g,
    '',
  ],
]

/** The value of the first of these attributes that a tag has. */
const firstIn = (attributes: string, names: readonly string[]): string | undefined =>
  names
    .map((name) => new RegExp(`\\b${name}=\\{?["'\`]([^"'\`]*)`).exec(attributes)?.[1])
    .find((value) => value !== undefined)

const textOf = (attributes: string): string =>
  (firstIn(attributes, ['title']) ?? 'More').replace(/[<>&]/g, '')

/** A parameter as its name, type and whether it is required. */
function fieldOf(attributes: string): string {
  const name = firstIn(attributes, ['name', 'path', 'query', 'body', 'header'])
  const type = firstIn(attributes, ['type'])
  const facts = [
    ...(name === undefined ? [] : [`\`${name.replaceAll('`', '')}\``]),
    ...(type === undefined ? [] : [attribute(type)]),
    ...(/\brequired\b/.test(attributes) ? ['required'] : []),
  ]
  return `\n\n${facts.join(', ')}\n\n`
}

/** The title of a component on a line of its own, with its link. */
function titled(attributes: string, mark: string): string {
  const title = firstIn(attributes, ['title'])
  const href = firstIn(attributes, ['href'])
  if (title === undefined) return ''
  const plain = title.replace(/([[\]*_`\\])/g, '\\$1')
  const text = href === undefined ? plain : `[${plain}](${href})`
  return `\n\n${mark === '' ? `**${text}**` : mark + text}\n\n`
}

/** A line with tags for known components; opening tags must be on one line. */
function lineOf(line: string, unknown: Set<string>): string {
  if (line.startsWith('#')) return headingWithAnchor(line)
  if (!/[<{]/.test(line)) return line
  let result = line.replace(/\{\/\*.{0,2000}?\*\/\}/g, '').replace(/\bclassName=/g, 'class=')
  for (const [tag, replacement] of KNOWN_TAGS) result = result.replace(tag, replacement as string)
  const space = /^\s*/.exec(line)?.[0] ?? ''
  if (space !== '' && result.includes('\n')) result = result.replace(/\n(?=[^\n])/g, `\n${space}`)
  const prose = result.replace(/`[^`]*`/g, '')
  for (const [, name = ''] of prose.matchAll(/<([A-Z][A-Za-z.]{0,60})(?=[\s/>])/g)) unknown.add(name)
  return result
}

/** Without the statements of MDX: imports, exports and comments between paragraphs. */
function withoutStatements(lines: readonly string[]): readonly string[] {
  const isCode = codeLines()
  const result: string[] = []
  let isAfterBlank = true
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const end: number = isCode(line) || !isAfterBlank ? -1 : endOfStatement(lines, at)
    if (end < 0) result.push(line)
    else at = end
    isAfterBlank = line.trim() === '' || end >= 0 || line.startsWith('---')
  }
  return result
}

/** The last line of the statement that a line begins; -1 if it begins none. */
function endOfStatement(lines: readonly string[], start: number): number {
  const last = statementIn(lines[start] ?? '')
  if (last === null) return -1
  for (let at = start; at < Math.min(lines.length, start + MAX_STATEMENT_LINES); at += 1)
    if (last.test(lines[at] ?? '')) return at
  return -1
}

/** What ends the statement that a line begins; null if it begins none. */
function statementIn(line: string): RegExp | null {
  if (/^import\s+(?:type\s+)?[\w*{"'].*/.test(line) && /["'{*]|from/.test(line)) return /["'];?\s*$/
  if (/^export\s+(?:const|default|function)\b/.test(line)) return /[});\]'"`\d]\s*;?\s*$/
  return /^\{\/\*/.test(line) ? /\*\/\}\s*$/ : null
}
