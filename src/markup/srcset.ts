/** The URL in a `srcset`, which may contain spaces; empty if it lists several or has a descriptor. */
export const singleUrlIn = (srcset: string): string =>
  /,\s|\s\d+(?:\.\d+)?[wx]$/.test(srcset.trim()) ? '' : srcset.trim()
