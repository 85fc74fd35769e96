import { joinFrontMatter } from '#markup/front-matter.ts'
import { codeLines, indentationOf, trimmed } from '../dialects/lines.ts'

type NotionPage = {
  readonly slug: string
  /** The title in the name of the file. */
  readonly title: string
  /** Whether the page is a row of a database, and so begins with its properties. */
  readonly isRow: boolean
}

/** A page of an export as Markdown of this service: callouts, toggles, properties, names of languages. */
export function notionMarkdown(text: string, { slug, title, isRow }: NotionPage): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const hasTitle = /^# \S/.test(lines[0] ?? '')
  const { properties, rest } = isRow && hasTitle ? propertiesOf(lines) : { properties: [], rest: lines }
  const [heading = '', ...body] = hasTitle ? rest : ['', ...rest]
  const content = converted(body)
  const head = hasTitle ? [heading, ''] : []
  return joinFrontMatter(
    { ...(hasTitle ? {} : { title }), slug },
    [...head, ...properties, ...content].join('\n'),
  )
}

const PROPERTY = /^([^\s:][^:\n]{0,80}): (.{1,4000})$/

/** The properties of a row, which follow its title up to a blank line, as a list. */
function propertiesOf(lines: readonly string[]): { readonly properties: string[]; readonly rest: string[] } {
  const first = lines.findIndex((line, index) => index > 0 && line.trim() !== '')
  const end = lines.findIndex((line, index) => index > first && line.trim() === '')
  const own = first < 0 ? [] : lines.slice(first, end < 0 ? lines.length : end)
  const matches = own.map((line) => PROPERTY.exec(line))
  if (own.length === 0 || matches.some((match) => match === null)) return { properties: [], rest: [...lines] }
  const properties = matches.map((match) => `* **${match?.[1] ?? ''}:** ${linkedValues(match?.[2] ?? '')}`)
  return {
    properties: [...properties, ''],
    rest: [lines[0] ?? '', ...(end < 0 ? [] : lines.slice(end + 1))],
  }
}

/** Relations, written as `Title (path.md)`, as links. */
export const linkedValues = (value: string): string =>
  value.replace(
    /(^|, )([^,()\n]{1,200}) \(([^()\s]{1,600}[0-9a-f]{32}\.(?:md|csv))\)/g,
    (_, before: string, title: string, path: string) => `${before}[${title.trim()}](${path})`,
  )

/** The styles of callouts by their emoji; these say nothing more than the style. */
const STYLES: readonly (readonly [style: string, emojis: RegExp])[] = [
  ['warning', /^(?:⚠️?|🚧|❗️?|❕|🔔)/u],
  ['danger', /^(?:🚨|🛑|⛔️?|❌|🚫|‼️?|🔥)/u],
  ['success', /^(?:✅|✔️?|☑️?|🎉)/u],
  ['info', /^(?:💡|ℹ️?|📌|📝)/u],
]

function converted(lines: readonly string[]): string[] {
  const isCode = codeLines()
  const ends = endsOfCallouts(lines)
  const result: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isCode(line)) {
      result.push(withLanguage(line))
      continue
    }
    const end = line.trim().startsWith('<aside>') ? (ends[at] ?? null) : null
    if (end !== null) result.push(...callout(lines.slice(at, end + 1)))
    else result.push(...detailsLines(line))
    if (end !== null) at = end
  }
  return result
}

/** For each line the next one with the end of a callout. Callouts aren’t nested in exports. */
function endsOfCallouts(lines: readonly string[]): (number | undefined)[] {
  const ends: (number | undefined)[] = new Array(lines.length)
  let next: number | undefined
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if ((lines[at] ?? '').trimEnd().endsWith('</aside>')) next = at
    ends[at] = next
  }
  return ends
}

function callout(lines: readonly string[]): string[] {
  const space = ' '.repeat(indentationOf(lines[0] ?? ''))
  const inner = lines
    .join('\n')
    .replace(/^\s*<aside>/, '')
    .replace(/<\/aside>\s*$/, '')
    .replace(/<img src="[^"]{0,500}"[^>]{0,200}\/?>/, '')
  const body = trimmed(inner.split('\n'))
  const [first = '', ...more] = body
  const plain = first.trim()
  const [style, emoji] = STYLES.find(([, emojis]) => emojis.test(plain)) ?? ['info', null]
  const opening = space + (emoji === null ? plain : plain.replace(emoji, '').trim())
  return [
    `${space}{% hint style="${style}" %}`,
    ...converted(trimmed([opening, ...more])),
    `${space}{% endhint %}`,
  ]
}

/** Blocks of HTML need blank lines, so that what is inside remains Markdown. */
function detailsLines(line: string): string[] {
  if (/^\s*<details>\s*$/.test(line) || /^\s*<summary>.*<\/summary>\s*$/.test(line)) return [line, '']
  return /^\s*<\/details>\s*$/.test(line) ? ['', line] : [line]
}

const LANGUAGES: Readonly<Record<string, string>> = {
  'plain text': '',
  'c++': 'cpp',
  'c#': 'csharp',
  'f#': 'fsharp',
  'objective-c': 'objectivec',
  'visual basic': 'vb',
  'java/c/c++/c#': '',
}

const withLanguage = (line: string): string =>
  line.replace(/^(\s*(?:`{3,}|~{3,}))([^`\n]{1,40})$/, (_, fence: string, name: string) => {
    const language = name.trim().toLowerCase()
    return fence + (LANGUAGES[language] ?? language.replace(/\s+/g, '-'))
  })
