/** Most bytes of one uploaded file. */
export const fileSizeLimit = 100 * 1024 * 1024

/** Most files of one upload. */
export const filesAtOnce = 20

/** Endings of programs, which are not taken: a reader's machine would run them when they are opened. */
const programs = [
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

/** Why a file may not be uploaded, as a sentence; undefined when it may. */
export function uploadRefusal({ name, size }: { name: string; size?: number }): string | undefined {
  const ending = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  if (programs.some((one) => one === ending))
    return `Programs such as “.${ending}” are not taken; put it into a zip`
  if (size === 0) return 'The file is empty'
  if (size !== undefined && size > fileSizeLimit)
    return `A file has at most ${fileSizeLimit / 1024 / 1024} MB`
  return undefined
}
