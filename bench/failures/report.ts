/** The result of a scenario; it succeeded if there are no problems. */
export type Report = { readonly figures: string; readonly problems: readonly string[] }
