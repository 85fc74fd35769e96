import type { VisitorProperty } from '#contract/site-audience.ts'
import type { Claim } from '../../lib/conditions.ts'

/** A completion at the caret of a condition. */
export type Completion = {
  readonly text: string
  /** What it is, in faint text: `text`, `yes or no`, `equals`. */
  readonly about: string
  /** Where the caret goes, counted from the end of the text; before the closing bracket of a method. */
  readonly back?: number
}

export type CompletionState = {
  /** What of the condition is replaced, from here up to the caret. */
  readonly from: number
  readonly choices: readonly Completion[]
  /** Whether it opens automatically, which it does within a word. */
  readonly isBegun: boolean
}

const operators: readonly Completion[] = [
  { text: '==', about: 'equals' },
  { text: '!=', about: 'doesn’t equal' },
  { text: 'in', about: 'is one of a list' },
  { text: '&&', about: 'and' },
  { text: '||', about: 'or' },
  { text: '<', about: 'less' },
  { text: '<=', about: 'less than or equal' },
  { text: '>', about: 'more' },
  { text: '>=', about: 'greater than or equal' },
  { text: '?', about: 'then … : else …' },
]

const includes: Completion = { text: 'includes("")', about: 'contains', back: 2 }
const length: Completion = { text: 'length', about: 'number of entries' }
const ofText: readonly Completion[] = [
  includes,
  { text: 'startsWith("")', about: 'starts with', back: 2 },
  { text: 'endsWith("")', about: 'ends with', back: 2 },
  length,
]
const ofList: readonly Completion[] = [includes, length]

const words: readonly Completion[] = [
  { text: 'true', about: 'yes' },
  { text: 'false', about: 'no' },
  { text: 'null', about: 'unknown' },
]

const most = 50

/** The completions at the caret of a condition, from the claims of the site and the syntax. */
export function completionsAt(text: string, caret: number, claims: readonly Claim[]): CompletionState {
  const before = text.slice(0, caret)
  return inText(before, claims) ?? inWord(before, claims) ?? between(before, claims)
}

/** Within quotes that are not closed: the values of the claim they are compared with. */
function inText(before: string, claims: readonly Claim[]): CompletionState | null {
  const quotes = before.match(/"/g)?.length ?? 0
  if (quotes % 2 === 0) return null
  const from = before.lastIndexOf('"')
  const claim = claimBefore(before.slice(0, from), claims)
  const begun = before.slice(from + 1).toLowerCase()
  const choices = valuesOf(claim?.property)
    .filter((value) => value.toLowerCase().startsWith(begun))
    .map((value) => ({ text: `"${value}"`, about: 'value' }))
  return { from, choices, isBegun: true }
}

/** The claim that a value is about: `visitor.claims.plan ==`, `visitor.claims.tags.includes(`, `plan in ["a", `. */
function claimBefore(before: string, claims: readonly Claim[]): Claim | undefined {
  const compared =
    /([\w.]+)\s*(?:===?|!==?|\bin\s*\[(?:\s*"[^"]*"\s*,)*|\.(?:includes|startsWith|endsWith)\()\s*$/
  const name = compared.exec(before)?.[1]?.replace(/\.(includes|startsWith|endsWith)$/, '')
  return claims.find((claim) => claim.name === name)
}

function valuesOf(property: VisitorProperty | undefined): readonly string[] {
  if (property?.type === 'array') return valuesOf(property.items)
  return property?.type === 'string' ? (property.enum ?? []) : []
}

/** A word or a chain of members that has begun. */
function inWord(before: string, claims: readonly Claim[]): CompletionState | null {
  const word = /[A-Za-z_][\w.]*$/.exec(before)?.[0]
  if (word === undefined) return null
  const dot = word.lastIndexOf('.')
  const start = before.length - word.length
  if (dot < 0) {
    const choices = [...claims.map(asWhole), ...words].filter(({ text }) => isMeant(text, word))
    const isWhole = choices.length === 1 && choices[0]?.text === word
    return { from: start, choices: isWhole ? [] : choices.slice(0, most), isBegun: true }
  }
  const [stem, begun] = [word.slice(0, dot), word.slice(dot + 1)]
  const choices = [...stepsFrom(stem, claims), ...methodsOf(claims.find(({ name }) => name === stem))]
    .filter(({ text }) => text.toLowerCase().startsWith(begun.toLowerCase()))
    .filter(({ text }) => text !== begun)
  return { from: start + dot + 1, choices: choices.slice(0, most), isBegun: true }
}

/** A claim is meant by how it begins, and by how any of its names begins. */
const isMeant = (text: string, word: string): boolean =>
  [text, ...text.split('.')].some((name) => name.toLowerCase().startsWith(word.toLowerCase()))

/** The next parts of claim names below a prefix; `unsigned` is one of them. */
function stepsFrom(stem: string, claims: readonly Claim[]): readonly Completion[] {
  const known = claims.some(({ name }) => name === 'visitor.claims') ? claims : [...claims, ...roots]
  const steps = new Map<string, Completion>()
  for (const { name, property } of known) {
    if (!name.startsWith(`${stem}.`)) continue
    const [step = '', ...rest] = name.slice(stem.length + 1).split('.')
    if (!steps.has(step))
      steps.set(step, { text: step, about: rest.length > 0 ? 'has fields' : typeLabel(property) })
  }
  return [...steps.values()]
}

const roots: readonly Claim[] = [
  {
    name: 'visitor.claims.unsigned',
    property: { type: 'object', properties: {}, additionalProperties: false },
  },
]

function methodsOf(claim: Claim | undefined): readonly Completion[] {
  if (claim?.property.type === 'string') return ofText
  return claim?.property.type === 'array' ? ofList : []
}

const asWhole = ({ name, property }: Claim): Completion => ({ text: name, about: typeLabel(property) })

export function typeLabel(property: VisitorProperty): string {
  switch (property.type) {
    case 'string':
      return property.enum ? property.enum.join(', ') : 'text'
    case 'boolean':
      return 'yes or no'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return 'list'
    case 'object':
      return 'has fields'
  }
}

/** Between words: an operator after a value, else a value or a claim. */
function between(before: string, claims: readonly Claim[]): CompletionState {
  const from = before.length
  const last = before.trimEnd()
  if (/[\w")\]]$/.test(last) && !/\bin$/.test(last))
    return { from, choices: last === before ? [] : operators, isBegun: false }
  const claim = claimBefore(before, claims)
  const values = valuesOf(claim?.property).map((value) => ({ text: `"${value}"`, about: 'value' }))
  const flags = claim?.property.type === 'boolean' ? words.slice(0, 2) : []
  const isCompared = values.length + flags.length > 0
  return {
    from,
    choices: isCompared ? [...values, ...flags] : claims.map(asWhole).slice(0, most),
    isBegun: isCompared && last !== before,
  }
}

/** The condition with a choice taken, and where the caret is then. */
export function insertCompletion(
  text: string,
  caret: number,
  { from }: Pick<CompletionState, 'from'>,
  choice: Completion,
): { text: string; caret: number } {
  // A closing quote right after the caret is not inserted twice.
  const rest = text.slice(caret)
  const after = choice.text.endsWith('"') && rest.startsWith('"') ? rest.slice(1) : rest
  const head = text.slice(0, from) + choice.text
  return { text: head + after, caret: head.length - (choice.back ?? 0) }
}
