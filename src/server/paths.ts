import { resolve } from 'node:path'

/** The root folder of the package. */
export const projectFolder = resolve(import.meta.dirname, '../..')

/** The build output: the dashboard, and the script and styles of published pages. */
export const distFolder = resolve(projectFolder, 'dist')
