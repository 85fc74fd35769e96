/** What to try if nothing was found. */
export const noMatchHint = (query: string): string =>
  /\S\s+\S/.test(query)
    ? 'All words must be on one page. Try fewer words, or the beginning of a word.'
    : 'Try another word, or the beginning of this one.'
