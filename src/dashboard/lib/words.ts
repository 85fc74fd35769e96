/** Texts that more than one place shows. Sentence case, verbs on buttons, no exclamation marks. */
export const words = {
  unreachable: 'The service could not be reached. Nothing was changed.',
  unexpected: 'Something went wrong on our side. Nothing was changed.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  undo: 'Undo',
  search: 'Search or go to',
  loading: 'Loading',
  optional: 'Optional',
  left: (count: number) => `${count} left`,
  over: (count: number, limit: number) => `${count} over ${limit}`,
  move: (title: string) => `Move ${title}`,
  open: (title: string) => `Open ${title}`,
  shut: (title: string) => `Close ${title}`,
  actionsFor: (title: string) => `Actions for ${title}`,
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => `${count} selected`,
  quoted: (title: string) => `“${title}”`,
  leaveDirty: 'Leave without saving? What you wrote here is lost.',
  untitled: 'Untitled',
} as const

/** `1 space`, `3 spaces`; the plural is the singular with an s unless given. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
