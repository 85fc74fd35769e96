/**
 * What a text costs to parse and render, estimated in microseconds of a slow machine by one pass over its characters.
 * The prices are measured; some constructs cost more than their length because the parser looks back or ahead.
 */
const LINE_COST = 60
const BLANK_LINE_COST = 10
const ITEM_COST = 80
const DEPTH_COST = 30
const CELL_COST = 60
const MARK_COST = 6
const TAG_COST = 60
const ADDRESS_COST = 40
/** Per character of a paragraph that is searched for the end of a code span or a comment. */
const SCAN_COST = 0.012
/** Per pair of images, and of lines, of one paragraph. */
const IMAGE_PAIR_COST = 0.03
const LINE_PAIR_COST = 0.006
/** Per pair of footnotes of the text. */
const NOTE_PAIR_COST = 0.04

/** What one text may cost: about a second. A page of 500 kB of ordinary documentation costs as much. */
export const MAX_TEXT_COST = 1_000_000

/** Shorter texts are never too complex. */
const ALWAYS_ALLOWED_LENGTH = 500

export type TextCost = {
  /** The sum, in microseconds. Counting stops soon above `MAX_TEXT_COST`. */
  readonly total: number
  /** The construct that costs most, in the plural. */
  readonly mostly: keyof typeof noCosts
}

const noCosts = {
  lines: 0,
  'table cells': 0,
  'list items': 0,
  'links, formatting and HTML elements': 0,
  'images or code in one paragraph': 0,
  footnotes: 0,
}

/** Whether a text is too complex to parse in reasonable time. */
export const isTooComplex = (text: string): boolean =>
  text.length > ALWAYS_ALLOWED_LENGTH && costOf(text).total > MAX_TEXT_COST

/** Estimates the cost of a text. Takes time proportional to the length that can be parsed in reasonable time. */
export function costOf(text: string): TextCost {
  const costs = { ...noCosts }
  let total = 0
  const add = (construct: TextCost['mostly'], cost: number) => {
    costs[construct] += cost
    total += cost
  }
  let notes = 0
  let columns = 0
  let previousPipes = 0
  let paragraph = newParagraph()
  const endParagraph = () => {
    add('images or code in one paragraph', costOfParagraph(paragraph))
    paragraph = newParagraph()
    columns = 0
    previousPipes = 0
  }
  for (const line of linesOf(text)) {
    if (total > MAX_TEXT_COST) break
    const indentation = indentationOf(line)
    if (indentation >= line.length) {
      add('lines', BLANK_LINE_COST)
      endParagraph()
      continue
    }
    if (/^(?:[-+*][ \t]|>)/.test(line.slice(indentation, indentation + 2))) endParagraph()
    const measured = measureMarks(line, indentation, paragraph)
    const { pipes } = measured
    notes += measured.notes
    // Cells that a row lacks are added to it, so that every row has as many as the line above its delimiters.
    if (columns === 0 && isDelimiterRow(line)) columns = Math.max(pipes, previousPipes)
    previousPipes = pipes
    add('lines', LINE_COST)
    add('table cells', columns * CELL_COST)
    add('list items', costOfMarkers(line, indentation))
    add('links, formatting and HTML elements', measured.cost)
  }
  endParagraph()
  add('footnotes', notes ** 2 * NOTE_PAIR_COST)
  const entries = Object.entries(costs) as [TextCost['mostly'], number][]
  const [mostly] = entries.reduce((most, entry) => (entry[1] > most[1] ? entry : most))
  return { total, mostly }
}

type Paragraph = {
  length: number
  lines: number
  images: number
  /** Comments, declarations and instructions of HTML. */
  comments: number
  /** How many runs of backticks it has of each length. */
  readonly runs: Map<number, number>
}

const newParagraph = (): Paragraph => ({ length: 0, lines: 0, images: 0, comments: 0, runs: new Map() })

/**
 * A run of backticks without a partner is looked for in the whole paragraph, as is the end of a comment, and each image
 * and line looks back at those before it.
 */
function costOfParagraph({ length, lines, images, comments, runs }: Paragraph): number {
  let unclosed = 0
  for (const count of runs.values()) unclosed += count % 2
  return (
    (unclosed + comments) * length * SCAN_COST + images ** 2 * IMAGE_PAIR_COST + lines ** 2 * LINE_PAIR_COST
  )
}

function* linesOf(written: string): Generator<string> {
  const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end === -1 ? text.length : end)
    if (end === -1) return
    start = end + 1
  }
}

const [tab, space, bang, lessThan, at, bracket, caret, tick, brace, pipe, slash, colon, percent, question] =
  Array.from('\t !<@[^`{|/:%?', (mark) => mark.charCodeAt(0))
const marks = new Set(Array.from('*_~`[]!&\\<$:@{|^', (mark) => mark.charCodeAt(0)))

function indentationOf(line: string): number {
  let length = 0
  while (line.charCodeAt(length) === space || line.charCodeAt(length) === tab) length++
  return length
}

const isDelimiterRow = (line: string): boolean =>
  /^[ \t>*+.\d:|-]*$/.test(line) && /[|:]/.test(line) && line.includes('-')

/** The markers of lists and quotations that a line begins with; each indentation of two may be a list around it. */
function costOfMarkers(line: string, indentation: number): number {
  const markers = /^(?:(?:[-+*>]|\d{1,9}[.)])(?:[ \t]+|$))+/.exec(
    line.slice(indentation, indentation + 400),
  )?.[0]
  if (markers === undefined) return 0
  const depth = indentation / 2 + (markers.match(/\S+/g)?.length ?? 1) - 1
  return ITEM_COST + depth * DEPTH_COST + Math.min(depth, 24) * ITEM_COST * (markers.length > 3 ? 1 : 0)
}

/** Counts the marks of a line, and adds its code and images to its paragraph. */
function measureMarks(line: string, start: number, paragraph: Paragraph) {
  let pipes = 0
  let notes = 0
  let cost = 0
  let run = 0
  const endRun = () => {
    if (run > 0) paragraph.runs.set(run, (paragraph.runs.get(run) ?? 0) + 1)
    run = 0
  }
  cost += (line.match(/www\./gi)?.length ?? 0) * ADDRESS_COST
  for (let index = start; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code === tick) run++
    else endRun()
    if (!marks.has(code)) continue
    const next = line.charCodeAt(index + 1)
    if (code === pipe) pipes++
    if (code === bracket && next === caret) notes++
    if (code === bang && next === bracket) paragraph.images++
    if (code === lessThan && (next === bang || next === question)) paragraph.comments++
    const isAddress = code === lessThan || code === at || (code === colon && next === slash)
    cost += isAddress ? ADDRESS_COST : code === brace && next === percent ? TAG_COST : MARK_COST
  }
  endRun()
  paragraph.length += line.length
  paragraph.lines++
  return { pipes, notes, cost }
}
