import { encodeSource } from '#contract/site-redirects.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'

/** The source that a text stands for: of a full address the path, beginning with a slash and without one at its end. */
export const sourceOf = (text: string): string =>
  encodeSource(
    `/${text
      .trim()
      .replace(/^https?:\/\/[^/]+/i, '')
      .replace(/^\.?\/+|\/+$/g, '')}`,
  )

/** A source as people write it. What would mean something else without its percent-encoding keeps it. */
export const shownSource = (source: string): string =>
  source
    .split(/(%(?:2f|25|3f|23|2a|0\w|1\w|7f))/i)
    .map((part, index) => (index % 2 === 0 ? percentDecoded(part) : part))
    .join('')
