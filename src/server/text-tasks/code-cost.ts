/** Microseconds of a slow machine to highlight one character. */
const CHARACTER_COST = 10

/** What it costs to highlight the code of a text, in the units of `costOf`. */
export function codeCostOf(text: string): number {
  if (!text.includes('```') && !text.includes('~~~') && !/<(?:pre|code)\b/i.test(text)) return 0
  let length = 0
  let isInside = /<(?:pre|code)\b/i.test(text)
  for (const line of text.split('\n')) {
    if (/^[ \t>]*(?:```|~~~)/.test(line)) isInside = !isInside
    else if (isInside) length += line.length
  }
  return length * CHARACTER_COST
}
