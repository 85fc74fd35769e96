/** Limit for bodies with content: change lists, imports from URLs, OpenAPI documents and customizations. */
export const MAX_CONTENT_BODY_BYTES = 25 * 1024 * 1024

/** Limit for titles of spaces and collections. */
export const MAX_LIBRARY_TITLE_LENGTH = 50

/** Limit for uploads of whole folders or archives. */
export const MAX_UPLOAD_BODY_BYTES = 256 * 1024 * 1024

export const MAX_FILE_BYTES = 100 * 1024 * 1024

export const MAX_FILES_PER_UPLOAD = 20

/** Extensions of programs, which are rejected: a reader's computer would run them when opened. */
const programExtensions = [
  'app',
  'bat',
  'cmd',
  'com',
  'cpl',
  'dll',
  'exe',
  'hta',
  'jar',
  'lnk',
  'msi',
  'msp',
  'pif',
  'ps1',
  'reg',
  'scr',
  'sys',
  'vbe',
  'vbs',
  'wsf',
] as const

/** Why a file cannot be uploaded, as a sentence; undefined if it can. */
export function uploadRefusalReason({ name, size }: { name: string; size?: number }): string | undefined {
  const extension = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  if (programExtensions.some((program) => program === extension))
    return `Programs such as “.${extension}” can’t be uploaded. Put them in a zip`
  if (size === 0) return 'The file is empty'
  if (size !== undefined && size > MAX_FILE_BYTES)
    return `Files can have up to ${MAX_FILE_BYTES / 1024 / 1024} MB`
  return undefined
}

/** How many icons one request reads. */
export const MAX_ICONS = 20

/** The number of reusable contents that can be requested by ID. */
export const MAX_REUSABLE_CONTENT_IDS = 50

/** The number of confirmations that a page or a revision in a list comes with. */
export const MAX_CONFIRMATIONS = 20

/** The number of missing variables that the variables of a space come with. */
export const MAX_MISSING_VARIABLES = 100

/** Names of changed objects of one kind in the summary of a revision. */
export const MAX_SUMMARY_NAMES = 3
