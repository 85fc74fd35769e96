import { readFileSync, statSync } from 'node:fs'

type Variables = Readonly<Record<string, string | undefined>>

const MAX_BYTES = 65_536
const SUFFIX = '_FILE'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file doesn’t exist',
  EACCES: 'the service can’t read it',
  EPERM: 'the service can’t read it',
  ENOTDIR: 'a part of the path is not a folder',
}

/**
 * The variables with the settings that are in files: `DATABASE_URL_FILE=/run/secrets/db` sets `DATABASE_URL` to the
 * content of that file, without the line break at its end. Only for the settings in `names`.
 */
export function withSettingsFiles(
  variables: Variables,
  names: readonly string[],
): { readonly variables: Variables; readonly files: ReadonlyMap<string, string>; readonly faults: string[] } {
  const values: Record<string, string | undefined> = { ...variables }
  const files = new Map<string, string>()
  const faults: string[] = []
  for (const name of names) {
    const path = variables[name + SUFFIX]
    if (path === undefined) continue
    if (variables[name] !== undefined) {
      faults.push(`Set either ${name} or ${name}${SUFFIX}, not both.`)
      continue
    }
    try {
      values[name] = contentOf(path)
      files.set(name, path)
    } catch (error) {
      faults.push(`${name}${SUFFIX}: can't read ${path}: ${reasonOf(error)}.`)
    }
  }
  return { variables: values, files, faults }
}

/** The content of a small file. Secrets are often links or pipes, so anything but a folder is read. */
function contentOf(path: string): string {
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`)
  const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  if (text.trim() === '') throw new Error('it is empty')
  return text
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return code === 'EISDIR' ? 'it is a folder' : (REASONS[code] ?? error.message)
}
