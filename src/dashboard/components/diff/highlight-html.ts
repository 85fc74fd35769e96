import { regionsOf, tokensOf } from './text-diff.ts'

type Token = { readonly text: string; readonly node: Text; readonly from: number }

/** A changed block, rendered with its changed words highlighted. */
export type HighlightedHtml = {
  /** Both versions in one: what went is struck through, what came is marked. */
  readonly inline: string
  readonly before: string
  readonly after: string
}

/**
 * Marks the changed words of a block in its markup. Only elements `del` and `ins` with text are added to what our own
 * markup has drawn.
 */
export function highlightHtml(before: string, after: string): HighlightedHtml {
  const [was, is, both] = [bodyOf(before), bodyOf(after), bodyOf(after)]
  const [old, now, nowInBoth] = [tokensIn(was), tokensIn(is), tokensIn(both)]
  const regions = regionsOf(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  )
  // From the end on, so that what is split does not move what is still to be split.
  for (const { before: gone, after: come } of regions.toReversed()) {
    const lost = old.slice(gone[0], gone[0] + gone[1])
    wrap(lost, 'del')
    wrap(now.slice(come[0], come[0] + come[1]), 'ins')
    const text = lost.map((token) => token.text).join('')
    const anchor = nowInBoth[come[0]]
    const previous = nowInBoth[come[0] - 1]
    const added = nowInBoth.slice(come[0], come[0] + come[1])
    const first = wrap(added, 'ins')
    if (text.trim() !== '') place(text, first, anchor, previous, both)
  }
  return { inline: both.innerHTML, before: was.innerHTML, after: is.innerHTML }
}

const bodyOf = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body

function tokensIn(body: HTMLElement): Token[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const tokens: Token[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!(node instanceof Text) || node.parentElement?.closest('button, svg, .sr')) continue
    let from = 0
    for (const text of tokensOf(node.data)) {
      tokens.push({ text, node, from })
      from += text.length
    }
  }
  return tokens
}

/** Wraps tokens, one element a text node, the last first; answers the first element. */
function wrap(tokens: readonly Token[], name: 'ins' | 'del'): HTMLElement | undefined {
  let first: HTMLElement | undefined
  for (const run of runsOfNode(tokens).toReversed()) {
    const [start, end] = [run[0], run.at(-1)]
    if (!start || !end || run.every(({ text }) => text.trim() === '')) continue
    const element = start.node.ownerDocument.createElement(name)
    const middle = start.node.splitText(start.from)
    middle.splitText(end.from + end.text.length - start.from)
    middle.replaceWith(element)
    element.append(middle)
    first = element
  }
  return first
}

function runsOfNode(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = []
  for (const token of tokens) {
    const last = runs.at(-1)
    if (last?.[0]?.node === token.node) last.push(token)
    else runs.push([token])
  }
  return runs
}

/** Inserts deleted words before their replacement, else after the preceding words. */
function place(
  text: string,
  came: HTMLElement | undefined,
  anchor: Token | undefined,
  previous: Token | undefined,
  body: HTMLElement,
): void {
  const gone = body.ownerDocument.createElement('del')
  gone.append(text)
  if (came) came.before(gone, ' ')
  else if (previous) previous.node.splitText(previous.from + previous.text.length).before(gone)
  else if (anchor) anchor.node.splitText(anchor.from).before(gone)
  else body.append(gone)
}
