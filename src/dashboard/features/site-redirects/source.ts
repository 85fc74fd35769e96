import { encodeSource } from '#contract/site-redirects.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'

/** The source in a text, which may be a full address: its path, with a slash at the start and none at the end. */
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
