import { api } from '#contract/api.ts'
import { inlineFileLimit } from '#contract/content-changes.ts'
import { ask } from '../../lib/api.ts'

/** A file that is in the space now, and how a text speaks of it. */
export type Uploaded = { readonly markdown: string }

/** Why a file cannot be taken into a page, or undefined when it can. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size <= inlineFileLimit) return undefined
  return `“${name}” weighs ${(size / 1_000_000).toFixed(1)} MB. A file in a page may weigh ${inlineFileLimit / 1_000_000} MB.`
}

/** Puts a file into the space. @throws {ApiError} when the service refuses it */
export async function uploadFile(spaceId: string, file: File): Promise<Uploaded> {
  const given = {
    name: file.name || 'image',
    contentType: file.type || 'application/octet-stream',
    base64: await base64Of(file),
  }
  const { insertedFiles } = await ask(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'insert_files', files: [given] }] },
  })
  const made = insertedFiles?.[0]?.file
  if (!made) throw new TypeError('The service took no file')
  return { markdown: markdownOf(made) }
}

/** A picture is shown, any other file is offered. */
export function markdownOf({
  id,
  name,
  contentType,
}: {
  id: string
  name: string
  contentType: string
}): string {
  if (contentType.startsWith('image/')) return `![${altOf(name)}](/files/${id})`
  return `{% file src="/files/${id}" %}\n${name}\n{% endfile %}`
}

const altOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim()

function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onerror = () => failed(reader.error ?? new Error('The file could not be read'))
    reader.onload = () => done(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
