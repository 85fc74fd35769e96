type Versioned = { readonly version: number }

/**
 * The version that a form sends with what it saves. When the fields it shows are still as they were when it was
 * opened, other changes, such as a move, are no conflict; else the version then makes the service refuse.
 */
export const versionToMatch = <T extends Versioned>(seen: T, now: T, fields: readonly (keyof T)[]): number =>
  fields.every((field) => seen[field] === now[field]) ? now.version : seen.version
