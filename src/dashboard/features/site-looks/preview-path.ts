/** The site and the page in the address of a preview: `docs/start`; empty for what is none. */
export const pathBelow = (pathname: string): string =>
  /\/preview\/[^/]+\/sites\/(.+)$/.exec(pathname)?.[1] ?? ''
