import { isMap, isScalar, parseDocument, stringify } from 'yaml'
import { joinFrontMatter, rawFrontMatterOf, splitFrontMatter } from '#markup/front-matter.ts'
import { isSameValue } from '../content/entries.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Front matter with the fields that differ between `before` and `after`: every other line of it, its comments, quotes and
 * order remain. What follows it does not change.
 */
export function editedFrontMatter(head: string, before: Fields, after: Fields): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isSameValue(before[name], after[name]))
  if (changed.length === 0) return head
  const raw = rawFrontMatterOf(head)
  const rest = head.slice(raw.length)
  const [, open = '---\n', yaml = '', close = '---\n'] =
    /^(---[^\n]*\n)([\s\S]*?)(---[^\n]*\n?)$/.exec(raw) ?? []
  const edited = changed.reduce((text, name) => withField(text, name, after[name]), yaml)
  const { data } = splitFrontMatter(raw)
  const wanted = Object.fromEntries([
    ...Object.entries(data).filter(([name]) => !changed.includes(name)),
    ...changed.flatMap((name) => (after[name] === undefined ? [] : [[name, after[name]]])),
  ])
  if (raw === '') return joinFrontMatter(wanted, rest)
  if (Object.keys(wanted).length === 0) return rest.replace(/^\n+/, '')
  const whole = open + edited + close
  // Unusual YAML, such as a map in one line, is written anew.
  return isSameValue(splitFrontMatter(whole).data, wanted) ? whole + rest : joinFrontMatter(wanted, rest)
}

/** YAML with one top-level field changed or removed. */
function withField(yaml: string, name: string, value: unknown): string {
  const line = value === undefined ? '' : stringify({ [name]: value }, { lineWidth: 0 })
  const { contents } = parseDocument(yaml, { logLevel: 'silent' })
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === name)
    : undefined
  if (!isScalar(pair?.key) || !pair.key.range) return yaml + line
  const start = pair.key.range[0]
  const value_ = pair.value as { range?: readonly [number, number, number] } | null
  const end = value_?.range?.[1] ?? yaml.indexOf('\n', start)
  const after = yaml[end - 1] === '\n' ? end : yaml.indexOf('\n', end) + 1
  if (value === undefined) return yaml.slice(0, start) + yaml.slice(after)
  const tail = yaml[end - 1] === '\n' ? '\n' : ''
  return yaml.slice(0, start) + line.trimEnd() + tail + yaml.slice(end)
}
